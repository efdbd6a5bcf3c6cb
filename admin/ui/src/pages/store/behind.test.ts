import { expect, it } from 'vitest';
import type { Alert, Pair } from '../../api/cluster';
import { standingOf, storeOf } from './behind';

const pair = (of: Partial<Pair>) =>
  ({ id: 'pair-1', serving: true, storeLagBytes: 0, storeLagMillis: 0, ...of }) as Pair;
const status = (live: boolean, ...pairs: Pair[]) => ({ admins: [], nodes: [], pairs, live, proxies: [] });
const WITHOUT = { storeLagBytes: -1, storeLagMillis: -1 };
const alert: Alert = {
  rule: 'store-behind',
  of: 'pair-1',
  severity: 'WARNING',
  since: '2026-11-23T00:00:00Z',
  sentence: '',
  whatToDo: '',
};

it('does not take a cluster that nobody serves for one without a message store', () => {
  expect(storeOf(status(true, pair({}), pair(WITHOUT)))).toBe('there');
  expect(storeOf(status(true, pair(WITHOUT)))).toBe('none');
  expect(storeOf(status(true, pair({ ...WITHOUT, serving: false })))).toBe('unknown');
  expect(storeOf(status(false, pair(WITHOUT)))).toBe('unknown');
});

it('tells rows that keep up from such as are late, and these from such as an alert is about', () => {
  expect(standingOf(pair({}), []).words).toBe('store.state.all');
  expect(standingOf(pair({ storeLagBytes: 9, storeLagMillis: 90 }), []).words).toBe('store.state.follows');
  expect(standingOf(pair({ storeLagBytes: 9, storeLagMillis: 5_001 }), []).kind).toBe('work');
  expect(standingOf(pair({ storeLagBytes: 9, storeLagMillis: 61_000 }), [alert]).kind).toBe('warn');
  expect(standingOf(pair({ id: 'pair-2', storeLagBytes: 9, storeLagMillis: 90 }), [alert]).kind).toBe('ok');
  expect(standingOf(pair({ ...WITHOUT, serving: false }), [alert]).words).toBe('store.state.unknown');
});
