import { expect, it } from 'vitest';
import { operations } from '../../api/operations';
import { groupOf } from './groups';

it('groups routes by what they are about', () => {
  expect(groupOf({ path: '/api/v1/topics/{topic}/messages' })).toBe('topics');
  expect(groupOf({ path: '/health/live' })).toBe('health');
});

it('knows of each parameter where it stands, also of those that are shared', () => {
  const trace = operations.find(({ path }) => path.endsWith('/{offset}/groups'));
  expect(trace?.parameters.map(({ name, where }) => [name, where])).toEqual([
    ['topic', 'path'],
    ['pair', 'path'],
    ['offset', 'path'],
  ]);
});
