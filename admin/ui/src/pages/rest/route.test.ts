import { expect, it } from 'vitest';
import { canBeTried, isComplete, routeOf } from './route';

const messages = {
  path: '/api/v1/topics/{topic}/messages',
  parameters: [
    { name: 'topic', where: 'path', required: true, description: '' },
    { name: 'key', where: 'query', required: false, description: '' },
    { name: 'limit', where: 'query', required: false, description: '' },
  ],
} as const;

it('fills in a path and a query, whatever is in them', () => {
  expect(routeOf(messages, { topic: 'a/b ü', key: 'k&l=1', limit: '' })).toBe(
    '/api/v1/topics/a%2Fb%20%C3%BC/messages?key=k%26l%3D1',
  );
  expect(routeOf(messages, { topic: "a'b" })).toBe('/api/v1/topics/a%27b/messages');
  expect(routeOf(messages, { topic: 't' })).toBe('/api/v1/topics/t/messages');
  expect(routeOf(messages, {})).toBe('/api/v1/topics/{topic}/messages');
});

it('wants what a route cannot do without', () => {
  expect(isComplete(messages, { key: 'k' })).toBe(false);
  expect(isComplete(messages, { topic: 't' })).toBe(true);
  expect(isComplete(messages, { topic: '..' })).toBe(false);
});

it('tries only what changes nothing and has an end', () => {
  expect(canBeTried({ method: 'GET', path: '/api/v1/topics' })).toBe(true);
  expect(canBeTried({ method: 'DELETE', path: '/api/v1/topics/{topic}' })).toBe(false);
  expect(canBeTried({ method: 'GET', path: '/api/v1/live' })).toBe(false);
  expect(canBeTried({ method: 'GET', path: '/api/v1/session' })).toBe(false);
});
