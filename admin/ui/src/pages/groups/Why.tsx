import type { Group, GroupInPair } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';

/** Why it is not moving, in a sentence; that it is, or that it has nothing to do. */
export function Why({ group }: { readonly group: Pick<Group | GroupInPair, 'lag' | 'blockedBecause'> }) {
  const t = useT();
  if (group.blockedBecause !== '') {
    return (
      <span className="why">
        <State kind="warn">{t('group.stands')}</State>{' '}
        <span lang="en">
          <Hostile text={group.blockedBecause} />
        </span>
      </span>
    );
  }
  return group.lag > 0 ? <State kind="work">{t('group.moves')}</State> : <State kind="ok">{t('group.done')}</State>;
}
