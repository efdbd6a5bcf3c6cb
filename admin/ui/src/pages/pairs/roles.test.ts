import { expect, it } from 'vitest';
import type { Pair, Status } from '../../api/cluster';
import { healthOf, otherOf, rolesOf } from './roles';

const pair: Pair = {
  id: 'pair-1',
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
};

function status(alive: readonly boolean[], live = true): Status {
  const nodes = alive.map((each, at) => ({
    id: `node-${at + 1}`,
    address: '',
    alive: each,
    bootId: '',
    silentMillis: 0,
  }));
  return { admins: [], nodes, pairs: [pair], live, proxies: [] };
}

const words = (of: Pair, seen: Status) => rolesOf(of, seen).map((role) => role.words);

it('tells who serves and who stands by', () => {
  expect(words(pair, status([true, true]))).toEqual(['role.active', 'role.standby']);
});

it('tells a node that joins from one that is away', () => {
  const alone = { ...pair, inSync: ['node-1'] };
  expect(words(alone, status([true, true]))).toEqual(['role.active', 'role.joining']);
  expect(words(alone, status([true, false]))).toEqual(['role.active', 'role.away']);
  expect(words(pair, status([true, false]))).toEqual(['role.active', 'role.standbyAway']);
});

it('tells an active that gets ready from one that is gone', () => {
  const silent = { ...pair, serving: false };
  expect(words(silent, status([true, true]))[0]).toBe('role.starting');
  expect(words(silent, status([false, true]))[0]).toBe('role.activeAway');
});

it('claims nothing when nobody could be asked', () => {
  expect(words({ ...pair, serving: false }, status([false, false], false))).toEqual([
    'role.activeStored',
    'role.unknown',
  ]);
  expect(healthOf(pair, false).words).toBe('health.unknown');
});

it('calls a pair well only if it is served, takes publishes and has two copies', () => {
  expect(healthOf(pair, true).words).toBe('health.well');
  expect(healthOf({ ...pair, inSync: ['node-1'] }, true).words).toBe('health.oneCopy');
  expect(healthOf({ ...pair, trouble: 'DISK_FULL' }, true).words).toBe('health.trouble');
  expect(healthOf({ ...pair, serving: false }, true).words).toBe('health.notServed');
});

it('knows the other member', () => {
  expect(otherOf(pair)).toBe('node-2');
  expect(otherOf({ ...pair, active: 'node-2' })).toBe('node-1');
});
