import { expect, it } from 'vitest';
import type { Drill } from '../../api/drill';
import type { Pair, Status } from '../../api/cluster';
import { obstacleTo, servedWith } from './drill';

const pair = (id: string, more: Partial<Pair> = {}): Pair => ({
  id,
  epoch: 7,
  master: 'node-1',
  backup: 'node-2',
  active: 'node-1',
  inSync: ['node-1', 'node-2'],
  version: 3,
  backupServes: 'ALL',
  serving: true,
  lagBytes: 0,
  failoverBoundMillis: 900,
  withAdminBoundMillis: -1,
  trouble: '',
  storeLagBytes: -1,
  storeLagMillis: -1,
  ...more,
});

const status = (...pairs: Pair[]): Status => ({ admins: [], nodes: [], pairs, live: true, proxies: [] });
const drill = (verdict: Drill['verdict']): Drill => ({
  pair: 'pair-1',
  node: 'node-1',
  to: 'node-2',
  atMillis: 0,
  boundMillis: 900,
  verdict,
  checks: [],
});

it('lets a drill begin where the pair is served and in sync', () => {
  expect(obstacleTo(pair('pair-1'), status(pair('pair-1')), null)).toBeUndefined();
  expect(obstacleTo(pair('pair-1'), status(pair('pair-1')), drill('FAILED'))).toBeUndefined();
});

it('says what is in the way', () => {
  const of = (more: Partial<Pair>) => obstacleTo(pair('pair-1', more), status(), null);
  expect(of({ serving: false })).toEqual({ words: 'drill.notServed', pair: 'pair-1' });
  expect(of({ inSync: ['node-1'] })).toEqual({ words: 'switch.notReady', node: 'node-2' });
  expect(obstacleTo(pair('pair-1'), status(), drill('RUNNING'))).toEqual({ words: 'drill.running' });
  expect(obstacleTo(pair('pair-1'), { ...status(), live: false }, null)).toEqual({ words: 'live.stored' });
});

it('counts every pair that the node serves', () => {
  const [first, alone, elsewhere] = [
    pair('pair-1'),
    pair('pair-2', { inSync: ['node-1'] }),
    pair('pair-3', { active: 'node-2', inSync: ['node-2'] }),
  ];
  expect(servedWith(first, status(first, alone, elsewhere))).toEqual([alone]);
  expect(obstacleTo(first, status(first, alone, elsewhere), null)).toEqual({
    words: 'drill.otherNotReady',
    node: 'node-1',
    pair: 'pair-2',
  });
  expect(obstacleTo(first, status(first, elsewhere), null)).toBeUndefined();
});
