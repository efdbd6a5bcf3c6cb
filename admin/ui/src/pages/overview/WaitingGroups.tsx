import { useT } from '../../i18n/Language';
import { Section } from '../../parts/Section';
import { GroupsTable } from '../groups/GroupsTable';
import { ASKED, useWaiting } from './useWaiting';

/** Where messages wait, and why. */
export function WaitingGroups() {
  const t = useT();
  const { groups, isPart } = useWaiting();
  return (
    <Section
      title={t('overview.waiting')}
      aside={isPart ? <span className="quiet">{t('overview.part', { n: ASKED })}</span> : undefined}
    >
      <GroupsTable
        name="waiting"
        groups={groups.slice(0, 10)}
        withTopic
        empty={<p className="quiet">{t('overview.nothingWaits')}</p>}
      />
    </Section>
  );
}
