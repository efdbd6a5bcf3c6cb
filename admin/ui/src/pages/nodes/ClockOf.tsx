import type { Vitals } from '../../api/nodes';
import { millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { State } from '../../parts/State';
import { hasOtherTime } from './vitals';

/** How far a node's clock is from the Admin's. */
export function ClockOf({ vitals }: { readonly vitals: Vitals }) {
  const t = useT();
  const time = millis(Math.abs(vitals.clockAheadMillis));
  if (!hasOtherTime(vitals)) {
    return <State kind="ok">{t('node.clock.same')}</State>;
  }
  return (
    <State kind="warn">{t(vitals.clockAheadMillis > 0 ? 'node.clock.ahead' : 'node.clock.behind', { time })}</State>
  );
}
