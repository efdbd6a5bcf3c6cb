import { expect, it } from 'vitest';
import { trendOf, withSample, type Sample } from './trend';

it('claims nothing after a look or two', () => {
  expect(trendOf([])).toBeUndefined();
  expect(
    trendOf([
      { at: 0, value: 5 },
      { at: 2_000, value: 1 },
    ]),
  ).toBeUndefined();
});

it('tells how fast it goes and when it is done', () => {
  const samples: Sample[] = [
    { at: 0, value: 1_000 },
    { at: 10_000, value: 800 },
  ];
  expect(trendOf(samples)).toEqual({ perSecond: -20, millisToEmpty: 40_000 });
  expect(trendOf([...samples, { at: 20_000, value: 1_200 }])).toEqual({ perSecond: 10, millisToEmpty: undefined });
});

it('claims no end of what stands almost still', () => {
  const samples: Sample[] = [
    { at: 0, value: 10_000 },
    { at: 30_000, value: 9_999 },
  ];
  expect(trendOf(samples)?.millisToEmpty).toBeUndefined();
});

it('forgets what was long ago, and takes no look twice', () => {
  const samples = withSample(
    [
      { at: 0, value: 9 },
      { at: 20_000, value: 7 },
      { at: 40_000, value: 6 },
    ],
    { at: 40_000, value: 5 },
  );
  expect(samples).toEqual([
    { at: 20_000, value: 7 },
    { at: 40_000, value: 5 },
  ]);
});
