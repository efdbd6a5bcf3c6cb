import type { Node } from '../../api/cluster';
import type { Vitals } from '../../api/nodes';
import { millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { State } from '../../parts/State';

interface Props {
  readonly node: Node;
  readonly isLive: boolean;
  /** What it says of itself, where it was asked and answered. */
  readonly vitals?: Vitals | undefined;
}

/** Whether a node is heard, and whether it is well. */
export function Alive({ node, isLive, vitals }: Props) {
  const t = useT();
  if (!isLive) {
    return <State kind="idle">{t('health.unknown')}</State>;
  }
  if (!node.alive) {
    return (
      <State kind="warn">
        {node.silentMillis < 0 ? t('node.never') : t('node.silent', { time: millis(node.silentMillis) })}
      </State>
    );
  }
  if (vitals?.alive === false) {
    return <State kind="bad">{t('node.broken')}</State>;
  }
  return vitals !== undefined && vitals.failing.length > 0 ? (
    <State kind="warn">{t('node.failing')}</State>
  ) : (
    <State kind="ok">{t('node.alive')}</State>
  );
}
