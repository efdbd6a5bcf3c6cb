import { useStatus } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { PairsTable } from '../pairs/PairsTable';
import { NodesTable } from '../nodes/NodesTable';
import { AdminsTable } from '../nodes/AdminsTable';
import { AlertsBar } from './AlertsBar';
import { Charts } from './Charts';
import { LatestEvents } from './LatestEvents';
import { Totals } from './Totals';
import { WaitingGroups } from './WaitingGroups';

/** Is anything lost, is anything stuck, what is moving, what do I do. */
export function OverviewPage() {
  const t = useT();
  const status = useStatus();
  return (
    <Page title={t('nav.overview')} name={t('nav.overview')}>
      <AlertsBar />
      <Totals />
      <Loaded query={status}>
        {(seen) => (
          <>
            <Section title={t('nav.pairs')}>
              <PairsTable status={seen} />
            </Section>
            <Section title={t('overview.figures')}>
              <Charts />
            </Section>
            <WaitingGroups />
            <LatestEvents />
            <div className="columns">
              <Section title={t('nav.nodes')}>
                <NodesTable status={seen} />
              </Section>
              <Section title={t('nodes.admins')}>
                <AdminsTable status={seen} />
              </Section>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
