import { expect, it } from 'vitest';
import type { Event } from './events';
import { joined, MOST } from './happened';

function event(n: number): Event {
  return { id: `7-${n}`, atMillis: n * 10, kind: 'LEADER', severity: 'INFO', of: 'admin-1', sentence: '' };
}

const ids = (events: readonly Event[]) => events.map(({ id }) => id);

it('puts what is new before what is known', () => {
  const first = joined(undefined, { events: [event(1), event(2)], last: '7-2', missed: false });
  const then = joined(first, { events: [event(3), event(4)], last: '7-4', missed: false });
  expect(ids(then.events)).toEqual(['7-4', '7-3', '7-2', '7-1']);
  expect(then.last).toBe('7-4');
  expect(joined(then, { events: [], last: '7-4', missed: false }).events).toEqual(then.events);
});

it('remembers since when nothing is missing', () => {
  const first = joined(undefined, { events: [event(1)], last: '7-1', missed: false });
  expect(first.missedBefore).toBeUndefined();
  const late = joined(first, { events: [event(8)], last: '7-8', missed: true });
  expect(late.missedBefore).toBe(80);
  expect(joined(late, { events: [event(9)], last: '7-9', missed: false }).missedBefore).toBe(80);
});

it('says where something is missing as soon as something follows it', () => {
  const first = joined(undefined, { events: [event(1)], last: '7-1', missed: false });
  const gap = joined(first, { events: [], last: '7-1', missed: true });
  expect(gap.missedBefore).toBeUndefined();
  expect(joined(gap, { events: [event(5)], last: '7-5', missed: false }).missedBefore).toBe(50);
});

it('takes what is told twice once', () => {
  const first = joined(undefined, { events: [event(1), event(2)], last: '7-2', missed: false });
  expect(ids(joined(first, { events: [event(2), event(3)], last: '7-3', missed: true }).events)).toEqual([
    '7-3',
    '7-2',
    '7-1',
  ]);
});

it('keeps no more than fit', () => {
  const many = Array.from({ length: MOST }, (_, at) => event(at));
  const first = joined(undefined, { events: many, last: 'x', missed: false });
  const then = joined(first, { events: [event(MOST)], last: 'y', missed: false });
  expect(then.events).toHaveLength(MOST);
  expect(then.events[0]?.id).toBe(`7-${MOST}`);
  expect(then.events.at(-1)?.id).toBe('7-1');
});
