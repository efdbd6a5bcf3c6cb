import type { Group, GroupInPair } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { State } from '../../parts/State';
import { Told } from '../../parts/Told';

/** Why it is not moving, in a sentence; that it is, or that it has nothing to do. */
export function Why({ group }: { readonly group: Pick<Group | GroupInPair, 'lag' | 'blockedBecause'> }) {
  const t = useT();
  if (group.blockedBecause !== '') {
    return (
      <span className="why">
        <State kind="warn">{t('group.stands')}</State> <Told text={group.blockedBecause} />
      </span>
    );
  }
  return group.lag > 0 ? <State kind="work">{t('group.moves')}</State> : <State kind="ok">{t('group.done')}</State>;
}
