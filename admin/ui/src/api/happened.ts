import type { Event } from './events';

/** What is known of what has happened. */
export interface Happened {
  /** The newest first. */
  readonly events: readonly Event[];
  /** The id to ask on with. */
  readonly last: string;
  /** Some that happened before this may be missing, for they were never seen here; undefined: none is. */
  readonly missedBefore: number | undefined;
  /** Some that happen before the next one may be missing. */
  readonly isGap: boolean;
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
  const ids = new Set(known.map(({ id }) => id));
  // Where Admins take turns, one may tell again what another has told.
  const fresh = told.events.filter(({ id }) => !ids.has(id));
  const [first] = fresh;
  const isGap = told.missed || before?.isGap === true;
  return {
    events: [...fresh.toReversed(), ...known].slice(0, MOST),
    last: told.last,
    missedBefore: isGap && first !== undefined ? first.atMillis : before?.missedBefore,
    isGap: isGap && first === undefined,
  };
}
