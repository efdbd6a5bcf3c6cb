import { expect, it } from 'vitest';
import type { Attempt } from '../../api/stored';
import { stepsOf } from './steps';

const acked: Attempt = {
  group: 'billing',
  generation: 1,
  attempt: 1,
  outcome: 'ACKED',
  consumer: 'billing-1',
  settledAt: '2026-11-24T00:00:01.500Z',
};
const unpublished = {
  pair: 'pair-1',
  offset: 7,
  storedAt: '2026-11-24T00:00:00.195Z',
  attempts: [acked],
  moreAttempts: false,
};
const message = { ...unpublished, publishTime: '2026-11-24T00:00:00.100Z' };

it('counts every step from when the message was published', () => {
  expect(stepsOf(message).map(({ what, afterMillis }) => [what, afterMillis])).toEqual([
    ['published', 0],
    ['stored', 95],
    [acked, 1_400],
  ]);
});

it('counts from when it was stored, where nobody knows when it was published', () => {
  expect(stepsOf(unpublished).map(({ afterMillis }) => afterMillis)).toEqual([0, 1_305]);
});
