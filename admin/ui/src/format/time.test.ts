import { expect, it } from 'vitest';
import { distance, parse, utc } from './time';

it('tells how long ago and how long until then', () => {
  expect(distance(1_000, 62_000)).toEqual({ words: '1 min 1 s', ahead: false });
  expect(distance(100_000, 1_000)).toEqual({ words: '1 min 39 s', ahead: true });
});

it('takes a clock that is a second ahead for now', () => {
  expect(distance(2_000, 1_000).ahead).toBe(false);
});

it('reads what is a time and nothing else', () => {
  expect(parse('nonsense')).toBeUndefined();
  expect(parse(null)).toBeUndefined();
  expect(utc(parse('2026-11-23T00:42:07Z') ?? new Date(0))).toBe('2026-11-23 00:42:07 UTC');
});
