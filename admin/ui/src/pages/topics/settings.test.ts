import { expect, it } from 'vitest';
import { changeOf, UNSAID } from './settings';

it('says only what was touched', () => {
  expect(changeOf(UNSAID, UNSAID)).toEqual({});
  expect(changeOf(UNSAID, { ...UNSAID, leaseSeconds: '0.5', retentionHours: '24', keepForGroups: false })).toEqual({
    leaseMillis: 500,
    retentionMillis: 86_400_000,
    keepForGroups: false,
  });
});

it('says a zero that was written', () => {
  expect(changeOf({ ...UNSAID, retentionHours: '5' }, { ...UNSAID, retentionHours: '0' })).toEqual({
    retentionMillis: 0,
  });
});

it('takes names between commas for stages', () => {
  expect(changeOf(UNSAID, { ...UNSAID, stages: 'parse, compute,, format ' })).toEqual({
    stages: ['parse', 'compute', 'format'],
  });
});
