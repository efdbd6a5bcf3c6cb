import { expect, it } from 'vitest';
import type { Replica, Vitals } from '../../api/nodes';
import { busiest, hasOtherTime, isFull, tightest } from './vitals';

const replica = (pair: string, freeBytes: number, reserveBytes: number, storedBytes = 10): Replica => ({
  pair,
  role: 'ACTIVE',
  storedBytes,
  limitBytes: 0,
  freeBytes,
  reserveBytes,
});
const of = (more: Partial<Vitals>) =>
  ({ replicas: [], threads: [], clockAheadMillis: 0, ...more }) as unknown as Vitals;

it('tells clocks that differ from those that are only read at another moment', () => {
  expect(hasOtherTime(of({ clockAheadMillis: 2_000 }))).toBe(false);
  expect(hasOtherTime(of({ clockAheadMillis: -2_001 }))).toBe(true);
});

it('looks for the disk with the least left above what is kept free, and not at replicas without a journal', () => {
  const replicas = [replica('pair-1', 900, 100), replica('pair-2', 950, 500), replica('pair-3', 0, 0, 0)];
  expect(tightest(of({ replicas }))?.pair).toBe('pair-2');
  expect(tightest(of({}))).toBeUndefined();
  expect(isFull(replica('pair-1', 99, 100))).toBe(true);
  expect(isFull(replica('pair-3', 0, 100, 0))).toBe(false);
});

it('finds the busiest thread, in whatever order they are told', () => {
  const threads = [
    { name: 'a', connections: 3, busyPermille: 7 },
    { name: 'b', connections: null, busyPermille: 612 },
  ];
  expect(busiest(of({ threads }))?.name).toBe('b');
  expect(busiest(of({}))).toBeUndefined();
});
