import type { Attempt, Stored } from '../../api/stored';

/** Something that became of a message, and how long after it was published. */
export interface Step {
  readonly id: string;
  readonly at: string;
  /** Negative: before that, by clocks that differ. */
  readonly afterMillis: number;
  readonly what: 'published' | 'stored' | Attempt;
}

/** A message's life, the oldest first. */
export function stepsOf(message: Stored): Step[] {
  const begin = Date.parse(message.publishTime ?? message.storedAt);
  const step = (id: string, at: string, what: Step['what']): Step => ({
    id,
    at,
    afterMillis: Date.parse(at) - begin,
    what,
  });
  return [
    ...(message.publishTime === undefined ? [] : [step('published', message.publishTime, 'published')]),
    step('stored', message.storedAt, 'stored'),
    ...message.attempts.map((each, at) => step(String(at), each.settledAt, each)),
  ];
}
