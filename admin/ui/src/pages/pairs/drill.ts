import type { Drill } from '../../api/drill';
import type { Pair, Status } from '../../api/cluster';
import type { Key } from '../../i18n/translate';
import type { StateKind } from '../../parts/State';
import { otherOf } from './roles';

/** Pairs that the same node serves: its death is theirs, too. */
export function servedWith(pair: Pair, status: Status): Pair[] {
  return status.pairs.filter((each) => each.id !== pair.id && each.active === pair.active);
}

export type Obstacle =
  | { readonly words: 'live.stored' | 'drill.running' }
  | { readonly words: 'drill.notServed'; readonly pair: string }
  | { readonly words: 'switch.notReady'; readonly node: string }
  | { readonly words: 'drill.otherNotReady'; readonly node: string; readonly pair: string };

/** Why there can be no drill now; the leading Admin judges it again. */
export function obstacleTo(pair: Pair, status: Status, drill: Drill | null | undefined): Obstacle | undefined {
  if (!status.live) {
    return { words: 'live.stored' };
  }
  if (drill?.verdict === 'RUNNING') {
    return { words: 'drill.running' };
  }
  if (!pair.serving) {
    return { words: 'drill.notServed', pair: pair.id };
  }
  const isInSync = (each: Pair) => each.inSync.includes(otherOf(each));
  if (!isInSync(pair)) {
    return { words: 'switch.notReady', node: otherOf(pair) };
  }
  const other = servedWith(pair, status).find((each) => !isInSync(each));
  return other && { words: 'drill.otherNotReady', node: pair.active, pair: other.id };
}

interface Shown {
  readonly kind: StateKind;
  readonly words: Extract<Key, `drill.state.${string}`>;
}

const STATES: Readonly<Record<'RUNNING' | 'WAITING' | 'PASSED' | 'FAILED' | 'SKIPPED', Shown>> = {
  RUNNING: { kind: 'work', words: 'drill.state.RUNNING' },
  WAITING: { kind: 'idle', words: 'drill.state.WAITING' },
  PASSED: { kind: 'ok', words: 'drill.state.PASSED' },
  FAILED: { kind: 'bad', words: 'drill.state.FAILED' },
  SKIPPED: { kind: 'idle', words: 'drill.state.SKIPPED' },
};

export function stateOf(state: keyof typeof STATES): Shown {
  return STATES[state];
}
