import { expect, it } from 'vitest';
import type { Message } from '../../api/messages';
import { reasonsOf } from './reasons';

function letter(offset: number, reason: string, group = 'billing'): Message {
  const at = `2026-11-23T00:00:0${offset}Z`;
  return {
    pair: 'pair-1',
    offset,
    publishTime: at,
    storedAt: at,
    deadLetter: { topic: 'orders', group, offset, attempts: 1, reason },
  };
}

it('puts together what was given up for the same reason by the same group', () => {
  const reasons = reasonsOf([
    letter(1, 'not JSON'),
    letter(2, 'no customer'),
    letter(3, 'not JSON'),
    letter(4, 'not JSON', 'mail'),
  ]);
  expect(reasons.map(({ reason, group, times }) => [reason, group, times])).toEqual([
    ['not JSON', 'billing', 2],
    ['no customer', 'billing', 1],
    ['not JSON', 'mail', 1],
  ]);
  expect(reasons[0]?.example.offset).toBe(3);
  expect(reasons[0]?.first).toBe('2026-11-23T00:00:01Z');
});
