import { useTotals } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { GroupsTable } from '../groups/GroupsTable';

const SHOWN = 10;

/** Where messages wait, and why. */
export function WaitingGroups() {
  const t = useT();
  return (
    <Section title={t('overview.waiting')}>
      <Loaded query={useTotals()}>
        {(totals) => (
          <GroupsTable
            name="waiting"
            groups={totals?.waiting.slice(0, SHOWN) ?? []}
            withTopic
            empty={<p className="quiet">{t(totals === null ? 'overview.unknownWaits' : 'overview.nothingWaits')}</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}
