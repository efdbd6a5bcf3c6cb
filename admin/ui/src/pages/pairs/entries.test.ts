import { expect, it } from 'vitest';
import type { Decision, Report } from '../../api/cluster';
import { entriesOf, momentsOf, relative } from './entries';

function decision(kind: Decision['kind'], fromEpoch: number, toEpoch: number): Decision {
  return { kind, pair: 'pair-1', fromEpoch, toEpoch, fromNode: 'a', toNode: 'b', atMillis: 1, evidence: [] };
}

function report(kind: Report['kind'], epoch: number): Report {
  const unknown = { confirmedBefore: -1, confirmedAfter: -1, unconfirmedBytes: -1, salvagedBytes: -1, redelivered: -1 };
  return {
    ...unknown,
    pair: 'pair-1',
    kind,
    epoch,
    fromNode: 'a',
    toNode: 'b',
    atMillis: 1,
    timeline: [],
    pauseMillis: 5,
    complete: true,
  };
}

it('gives each activation its report, and none to what began no epoch', () => {
  const entries = entriesOf([decision('GROW', 7, 7), decision('FAILOVER', 6, 7)], [report('FAILOVER', 7)]);
  expect(entries.map((entry) => entry.report?.epoch)).toEqual([undefined, 7]);
});

it('counts from the decision', () => {
  expect(relative(611, 1000)).toBe('−389 ms');
  expect(relative(1000, 1000)).toBe('0');
  expect(relative(3500, 1000)).toBe('+2,500 ms');
});

it('tells the evidence once, as the moment of the decision', () => {
  const timeline = [
    { atMillis: 0, words: 'last heard' },
    { atMillis: 1, words: 'silent for 389 ms' },
    { atMillis: 9, words: 'serves' },
  ];
  expect(momentsOf({ ...report('FAILOVER', 7), timeline }, ['silent for 389 ms'])).toEqual([
    { atMillis: 0, words: 'last heard' },
    { atMillis: 1, words: undefined },
    { atMillis: 9, words: 'serves' },
  ]);
});
