import { expect, it } from 'vitest';
import { placeOf, timeOf, wantedOf } from './wanted';

it('looks from the beginning unless the address says otherwise', () => {
  expect(wantedOf({})).toEqual({ from: 'earliest', pair: '', key: '', header: '' });
});

it('takes places as people write them', () => {
  const now = Date.parse('2026-11-23T01:00:00Z');
  expect(placeOf(' latest ', now)).toBe('latest');
  expect(placeOf('4711', now)).toBe('4711');
  expect(placeOf('10m', now)).toBe('2026-11-23T00:50:00.000Z');
  expect(placeOf('2026-11-21T08:00:00Z', now)).toBe('2026-11-21T08:00:00.000Z');
  expect(placeOf('soon', now)).toBeUndefined();
});

it('takes times for the message store, and no other places', () => {
  const now = Date.parse('2026-11-23T01:00:00Z');
  expect(timeOf('', now)).toBe('');
  expect(timeOf('10m', now)).toBe('2026-11-23T00:50:00.000Z');
  expect(timeOf('latest', now)).toBeUndefined();
  expect(timeOf('4711', now)).toBeUndefined();
  expect(timeOf('soon', now)).toBeUndefined();
});
