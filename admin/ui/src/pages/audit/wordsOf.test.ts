import { expect, it } from 'vitest';
import { operations } from '../../api/operations';
import { wordsOf } from './wordsOf';

it('has words for what a request does, whatever it is about', () => {
  expect(wordsOf('POST /api/v1/topics')).toBe('audit.request.createTopic');
  expect(wordsOf('DELETE /api/v1/topics/orders/groups/billing?x=1')).toBe('audit.request.deleteGroup');
  expect(wordsOf('POST /api/v1/users/ann/password')).toBe('audit.request.password');
});

it('has words for each request that changes something', () => {
  const changes = operations.filter(({ method }) => method !== 'GET');
  expect(changes.map(({ method, path }) => wordsOf(`${method} ${path}`))).not.toContain(undefined);
  expect(changes.length).toBeGreaterThan(20);
});

it('has none where there is no such request, and for those that only look', () => {
  expect(wordsOf('PUT /api/v1/topics')).toBeUndefined();
  expect(wordsOf('GET /api/v1/topics')).toBeUndefined();
  expect(wordsOf('POST /api/v1/topics/a/b/c/d/e/f')).toBeUndefined();
  expect(wordsOf('')).toBeUndefined();
  expect(wordsOf('logged in')).toBeUndefined();
});
