import { expect, it } from 'vitest';
import type { History } from '../../api/cluster';
import { latest, secondsToEmpty, slope, times, whole } from './figures';

const history: History = {
  stepSeconds: 10,
  until: '2026-11-23T00:00:00Z',
  series: [
    { name: 'backlog', pair: 'pair-1', values: [1, 2, null] },
    { name: 'backlog', pair: 'pair-2', values: [5, null] },
    { name: 'lagBytes', pair: '', values: [7] },
    { name: 'lagBytes', pair: 'pair-1', values: [8] },
  ],
};

it('adds pairs up where the whole is not told, and knows no sum of nothing', () => {
  expect(whole(history, 'backlog')).toEqual([1, 7, null]);
  expect(whole(history, 'lagBytes')).toEqual([7]);
  expect(whole(history, 'settledPerSecond')).toEqual([]);
});

it('counts time back from the last value', () => {
  const until = Date.parse(history.until) / 1000;
  expect(times(history, 3)).toEqual([until - 20, until - 10, until]);
  expect(latest([1, null])).toBeUndefined();
});

it('tells when a backlog is empty only while it shrinks', () => {
  expect(secondsToEmpty([1000, 900, 800], 10)).toBe(80);
  expect(slope([1000, 900, 800], 10)).toBe(-10);
  expect(secondsToEmpty([800, 900], 10)).toBeUndefined();
  expect(secondsToEmpty([5, 0], 10)).toBeUndefined();
  expect(secondsToEmpty([], 10)).toBeUndefined();
});
