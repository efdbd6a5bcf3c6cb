import { Link } from '@tanstack/react-router';
import { useStatus } from '../../api/cluster';
import { useNames } from '../../app/names';
import { millis, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { PairsTable } from '../pairs/PairsTable';
import { Alive } from './NodesTable';
import { SettingsView } from './SettingsView';

export function NodePage() {
  const t = useT();
  const { node: name } = useNames('node');
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
      <Loaded query={useStatus()}>
        {(status) => {
          const node = status.nodes.find((each) => each.id === name);
          const pairs = status.pairs.filter((pair) => pair.master === name || pair.backup === name);
          return (
            <>
              {node === undefined ? (
                <p>{t('node.unknown', { node: name })}</p>
              ) : (
                <Facts
                  of={[
                    [t('state'), <Alive key="alive" node={node} isLive={status.live} />],
                    [
                      t('node.heard'),
                      node.silentMillis < 0 ? NOTHING : t('when.ago', { time: millis(node.silentMillis) }),
                    ],
                    [t('node.address'), node.address || NOTHING],
                    [t('node.boot'), node.bootId || NOTHING],
                  ]}
                />
              )}
              <Section title={t('node.pairs')}>
                <PairsTable status={{ ...status, pairs }} />
              </Section>
              {node !== undefined && <SettingsView of={{ kind: 'node', name }} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
