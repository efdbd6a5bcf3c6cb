// Where the groups of a topic stand with a message: one of each kind.
import { hostile, text } from './hostile.mjs';

const inGroup = (group, stage, more = {}) => ({
  group,
  stage,
  attempts: 0,
  consumer: '',
  sinceMillis: 0,
  untilMillis: 0,
  before: 0,
  ...more,
});

export function standing(topic, now = Date.now()) {
  return topic === 'orders'
    ? [
        inGroup('archive', 'SETTLED'),
        inGroup('billing', 'HANDED_OUT', {
          attempts: 2,
          consumer: text('billing-1/31', hostile.img),
          sinceMillis: now - 4_000,
          untilMillis: now + 26_000,
          before: 17,
        }),
        inGroup('invoices', 'GIVEN_UP', { attempts: 16, sinceMillis: now - 9_000, letter: 'pair-1/0' }),
        inGroup('mail', 'FETCHED', { attempts: 1, consumer: 'host-9/31', sinceMillis: now - 900, before: 3 }),
        inGroup('search', 'RETRY', { attempts: 3, untilMillis: now + 61_000, before: 1 }),
        inGroup('stats', 'WAITING', { before: 1_204 }),
      ]
    : [];
}
