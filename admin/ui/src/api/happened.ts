import type { Event } from './events';

/** What is known of what has happened. */
export interface Happened {
  /** The newest first. */
  readonly events: readonly Event[];
  /** The id to ask on with. */
  readonly last: string;
  /** Some that happened before this are no longer kept, and were never seen here; undefined: none is missing. */
  readonly missedBefore: number | undefined;
}

interface Told {
  readonly events: readonly Event[];
  readonly last: string;
  readonly missed: boolean;
}

/** So many are kept here; the server has no more in one answer. */
export const MOST = 1_000;

export function joined(before: Happened | undefined, told: Told): Happened {
  const known = before?.events ?? [];
  const missedBefore = told.missed ? (told.events[0] ?? known[0])?.atMillis : before?.missedBefore;
  return { events: [...told.events.toReversed(), ...known].slice(0, MOST), last: told.last, missedBefore };
}
