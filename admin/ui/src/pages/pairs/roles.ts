import type { Node, Pair, Status } from '../../api/cluster';
import type { Key } from '../../i18n/translate';
import type { StateKind } from '../../parts/State';

export interface Role {
  readonly node: string;
  readonly kind: StateKind;
  readonly words: Extract<Key, `role.${string}`>;
}

/** What a node is to a pair at this moment. */
export function roleOf(pair: Pair, id: string, nodes: readonly Node[], isLive: boolean): Role {
  const alive = nodes.find((node) => node.id === id)?.alive === true;
  if (!isLive) {
    return { node: id, kind: 'idle', words: pair.active === id ? 'role.activeStored' : 'role.unknown' };
  }
  if (pair.active === id) {
    return pair.serving
      ? { node: id, kind: 'ok', words: 'role.active' }
      : { node: id, kind: alive ? 'work' : 'bad', words: alive ? 'role.starting' : 'role.activeAway' };
  }
  if (pair.inSync.includes(id)) {
    return alive
      ? { node: id, kind: 'ok', words: 'role.standby' }
      : { node: id, kind: 'warn', words: 'role.standbyAway' };
  }
  return alive ? { node: id, kind: 'work', words: 'role.joining' } : { node: id, kind: 'warn', words: 'role.away' };
}

/** Both members, the preferred one first. */
export function rolesOf(pair: Pair, status: Status): [Role, Role] {
  return [roleOf(pair, pair.master, status.nodes, status.live), roleOf(pair, pair.backup, status.nodes, status.live)];
}

/** The member that does not serve. */
export function otherOf(pair: Pair): string {
  return pair.active === pair.master ? pair.backup : pair.master;
}

/** How much trouble a pair is in: what is served and has two copies is well. */
export function healthOf(pair: Pair, isLive: boolean): { kind: StateKind; words: Extract<Key, `health.${string}`> } {
  if (!isLive) {
    return { kind: 'idle', words: 'health.unknown' };
  }
  if (!pair.serving) {
    return { kind: 'bad', words: 'health.notServed' };
  }
  if (pair.trouble !== '') {
    return { kind: 'bad', words: 'health.trouble' };
  }
  return pair.inSync.length < 2 ? { kind: 'warn', words: 'health.oneCopy' } : { kind: 'ok', words: 'health.well' };
}
