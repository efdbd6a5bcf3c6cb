import { Link } from '@tanstack/react-router';
import { useAlerts, useStatus } from '../../api/cluster';
import { useVitals } from '../../api/nodes';
import { useNames } from '../../app/names';
import { millis, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { AlertList } from '../../parts/AlertList';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { isOfNode } from '../../parts/ofNode';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { ChartsOf } from '../overview/ChartsOf';
import { PairsTable } from '../pairs/PairsTable';
import { Ailments } from './Ailments';
import { Alive } from './Alive';
import { SettingsView } from './SettingsView';
import { VitalsView } from './VitalsView';

/** What a node says of itself, with more than the alert. */
const TOLD: ReadonlySet<string> = new Set(['thread-dead', 'work-failing']);

export function NodePage() {
  const t = useT();
  const { node: name } = useNames('node');
  const status = useStatus();
  const node = status.data?.nodes.find((each) => each.id === name);
  const vitals = useVitals(name, node !== undefined);
  const alerts = (useAlerts().data?.alerts ?? []).filter(
    ({ of, rule }) => of === name && isOfNode(rule) && !(vitals.data !== undefined && TOLD.has(rule)),
  );
  return (
    <Page
      title={<Hostile text={name} />}
      name={name}
      above={<Link to="/nodes">{t('nav.nodes')}</Link>}
      actions={
        <Link to="/clients" search={{ node: name }} className="button">
          {t('node.clients')}
        </Link>
      }
    >
      <Loaded query={status}>
        {(seen) => {
          const pairs = seen.pairs.filter((pair) => pair.master === name || pair.backup === name);
          return (
            <>
              {node === undefined ? (
                <p>{t('node.unknown', { node: name })}</p>
              ) : (
                <div className="stack">
                  <AlertList alerts={alerts} />
                  {vitals.data !== undefined && <Ailments of={vitals.data} />}
                  <Facts
                    of={[
                      [t('state'), <Alive key="alive" node={node} isLive={seen.live} vitals={vitals.data} />],
                      [
                        t('node.heard'),
                        node.silentMillis < 0 ? NOTHING : t('when.ago', { time: millis(node.silentMillis) }),
                      ],
                      [t('node.address'), node.address || NOTHING],
                      [t('node.boot'), node.bootId || NOTHING],
                    ]}
                  />
                </div>
              )}
              <Section title={t('node.pairs')}>
                <PairsTable status={{ ...seen, pairs }} />
              </Section>
              {node !== undefined && (
                <ChartsOf key={name} of={{ kind: 'node', node: name }} pairs={pairs.map(({ id }) => id)} />
              )}
              {node !== undefined && <VitalsView query={vitals} />}
              {node !== undefined && <SettingsView of={{ kind: 'node', name }} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
