import type { Replica, Vitals } from '../../api/nodes';

/** Clocks of two machines differ by less than this, unless nobody keeps them right. */
const CLOCK_MILLIS = 2_000;

export function hasOtherTime({ clockAheadMillis }: Vitals): boolean {
  return Math.abs(clockAheadMillis) > CLOCK_MILLIS;
}

/** Whether it has a journal: of one without it nothing is known. */
function hasJournal({ storedBytes, freeBytes }: Replica): boolean {
  return storedBytes > 0 || freeBytes > 0;
}

/** The replica with the least left on its disk; undefined: none has a journal. */
export function tightest({ replicas }: Vitals): Replica | undefined {
  const left = (replica: Replica) => replica.freeBytes - replica.reserveBytes;
  return replicas.filter(hasJournal).sort((a, b) => left(a) - left(b))[0];
}

/** Less is left than it keeps free: it takes no messages. */
export function isFull(replica: Replica): boolean {
  return hasJournal(replica) && replica.freeBytes < replica.reserveBytes;
}

export function busiest({ threads }: Vitals): Vitals['threads'][number] | undefined {
  return [...threads].sort((a, b) => b.busyPermille - a.busyPermille)[0];
}
