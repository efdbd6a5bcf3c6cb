import type { Alert, Pair, Status } from '../../api/cluster';
import type { StateKind } from '../../parts/State';
import type { PlainKey } from '../../i18n/translate';

const RULE = 'store-behind';

/** Rows come some 100 ms after the messages; so much later something slows them down. */
const LATE_MILLIS = 5_000;

/** Whether it has a message store, and somebody who knows how far that is. */
export function hasStore(pair: Pair): boolean {
  return pair.storeLagBytes >= 0;
}

/** Whether the cluster has a message store. Only who serves a pair knows. */
export function storeOf({ pairs, live }: Status): 'there' | 'none' | 'unknown' {
  if (live && pairs.some(hasStore)) {
    return 'there';
  }
  return live && pairs.some((pair) => pair.serving) ? 'none' : 'unknown';
}

/** Alerts of rows that are far behind. */
export function ofStore(alerts: readonly Alert[]): Alert[] {
  return alerts.filter(({ rule }) => rule === RULE);
}

interface Standing {
  readonly kind: StateKind;
  readonly words: PlainKey;
}

/** How the rows of a pair stand. */
export function standingOf(pair: Pair, alerts: readonly Alert[]): Standing {
  if (!hasStore(pair)) {
    return { kind: 'idle', words: pair.serving ? 'store.state.none' : 'store.state.unknown' };
  }
  if (ofStore(alerts).some(({ of }) => of === pair.id)) {
    return { kind: 'warn', words: 'store.state.behind' };
  }
  if (pair.storeLagMillis > LATE_MILLIS) {
    return { kind: 'work', words: 'store.state.late' };
  }
  return { kind: 'ok', words: pair.storeLagBytes === 0 ? 'store.state.all' : 'store.state.follows' };
}
