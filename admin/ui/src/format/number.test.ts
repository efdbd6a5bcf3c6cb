import { describe, expect, it } from 'vitest';
import { bytes, change, count, millis, perSecond } from './number';

describe('numbers', () => {
  it('separates thousands', () => {
    expect(count(12430)).toBe('12,430');
    expect(count(undefined)).toBe('–');
    expect(count(Number.NaN)).toBe('–');
  });

  it('says bytes with a unit, and nothing where it is not known', () => {
    expect(bytes(0)).toBe('0 B');
    expect(bytes(1023)).toBe('1,023 B');
    expect(bytes(1536)).toBe('1.5 KiB');
    expect(bytes(500 * 1024 * 1024)).toBe('500 MiB');
    expect(bytes(-1)).toBe('–');
  });

  it('says durations by the two largest units', () => {
    expect(millis(620)).toBe('620 ms');
    expect(millis(1500)).toBe('1.5 s');
    expect(millis(41_000)).toBe('41 s');
    expect(millis(125_000)).toBe('2 min 5 s');
    expect(millis(3_600_000)).toBe('1 h');
    expect(millis(14 * 86_400_000)).toBe('14 d');
    expect(millis(86_400_000 + 30_000)).toBe('1 d');
    expect(millis(-1)).toBe('–');
  });

  it('rounds rates as their size permits', () => {
    expect(perSecond(0)).toBe('0/s');
    expect(perSecond(0.34)).toBe('0.3/s');
    expect(perSecond(6201.4)).toBe('6,201/s');
    expect(perSecond(null)).toBe('–');
    expect([change(3), change(0), change(-40), change(-0.04)]).toEqual(['+3.0/s', '0/s', '-40/s', '0/s']);
  });
});
