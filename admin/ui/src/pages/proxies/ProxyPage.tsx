import { Link } from '@tanstack/react-router';
import { useAlerts, useStatus } from '../../api/cluster';
import { MOST_SESSIONS, useSessions } from '../../api/proxies';
import { useNames } from '../../app/names';
import { count, NOTHING, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { AlertList } from '../../parts/AlertList';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { When } from '../../parts/When';
import { ProxyActions } from './ProxyActions';
import { ProxyState } from './ProxyState';
import { SessionsTable } from './SessionsTable';

const OF_PROXIES: ReadonlySet<string> = new Set(['proxy-away', 'proxy-twice', 'certificate-expires']);

export function ProxyPage() {
  const t = useT();
  const { proxy: name } = useNames('proxy');
  const status = useStatus();
  const proxy = status.data?.proxies.find((each) => each.id === name);
  const isHeard = proxy !== undefined && proxy.state !== 'AWAY';
  const sessions = useSessions(name, isHeard);
  const alerts = (useAlerts().data?.alerts ?? []).filter(({ of, rule }) => of === name && OF_PROXIES.has(rule));
  return (
    <Page
      title={<Hostile text={name} />}
      name={name}
      above={<Link to="/nodes">{t('nav.nodes')}</Link>}
      actions={isHeard && <ProxyActions proxy={name} />}
    >
      <Loaded query={status}>
        {() =>
          proxy === undefined ? (
            <p>{t('proxy.unknown', { proxy: name })}</p>
          ) : (
            <>
              <div className="stack">
                <AlertList alerts={alerts} />
                <Facts
                  of={[
                    [t('state'), <ProxyState key="state" proxy={proxy} />],
                    [t('node.address'), <Hostile key="address" text={proxy.addresses.join(' ') || NOTHING} />],
                    [t('proxies.started'), <When key="started" at={proxy.startedAt} />],
                    [t('proxies.connections'), count(proxy.connections)],
                    [t('proxies.callers'), count(proxy.callers)],
                    [t('proxies.rate'), perSecond(proxy.requestsPerSecond)],
                    [t('client.software'), <Hostile key="software" text={proxy.software || NOTHING} />],
                  ]}
                />
              </div>
              {isHeard && (
                <Section title={t('proxy.sessions')}>
                  <Loaded query={sessions}>
                    {({ items, isPart }) => (
                      <div className="stack">
                        {isPart && <p className="quiet">{t('proxy.part', { n: count(MOST_SESSIONS) })}</p>}
                        <SessionsTable proxy={name} sessions={items} />
                      </div>
                    )}
                  </Loaded>
                </Section>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
