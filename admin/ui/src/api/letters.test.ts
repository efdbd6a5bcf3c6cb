import { describe, expect, it, vi } from 'vitest';
import type { Reason } from './letters';

vi.stubGlobal('window', { location: { origin: 'http://admin' } });
const { isOf, parts } = await import('./letters');
const { originOf } = await import('./topics');

const reason: Reason = {
  group: 'billing',
  reason: 'not JSON',
  letters: 3,
  first: '2026-11-30T05:00:00Z',
  last: '2026-11-30T05:00:00Z',
  example: 'pair-1/0',
};

describe('letters', () => {
  it('come from the topic without the ending', () => {
    expect(originOf('orders.dlq')).toBe('orders');
    expect(originOf('a.dlq.dlq')).toBe('a.dlq');
  });

  it('are there for a reason only if it is the same', () => {
    const letter = (group: string, why: string) => ({
      pair: 'pair-1',
      offset: 0,
      deadLetter: { topic: 'orders', offset: 1, attempts: 1, group, reason: why },
    });
    expect(isOf(letter('billing', 'not JSON'), reason)).toBe(true);
    expect(isOf(letter('billing', 'not JSON at all'), reason)).toBe(false);
    expect(isOf(letter('mail', 'not JSON'), reason)).toBe(false);
    expect(isOf({ pair: 'pair-1', offset: 0 }, reason)).toBe(false);

    const three = { ...reason, reason: 'no customer 3' };
    const each = { ...reason, reason: 'no customer #' };
    expect(isOf(letter('billing', 'no customer 3'), three)).toBe(true);
    expect(isOf(letter('billing', 'no customer 30'), three)).toBe(false);
    expect(isOf(letter('billing', 'no customer 30'), each)).toBe(true);
    expect(isOf(letter('billing', 'no customer 550e8400-e29b-41d4-a716-446655440000'), each)).toBe(true);
    expect(isOf(letter('billing', 'no customer at all'), each)).toBe(false);
  });

  it('are dealt with in parts that a rate permits', () => {
    const ids = Array.from({ length: 450 }, (_, i) => `pair-1/${i}`);
    expect([...parts(ids, 0)].map((part) => part.length)).toEqual([200, 200, 50]);
    expect([...parts(ids.slice(0, 5), 2)].map((part) => part.length)).toEqual([2, 2, 1]);
    expect([...parts(ids, 1000)].map((part) => part.length)).toEqual([200, 200, 50]);
    expect([...parts([], 0)]).toEqual([]);
  });
});
