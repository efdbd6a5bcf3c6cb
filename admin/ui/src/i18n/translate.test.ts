import { expect, it } from 'vitest';
import { en } from './en';
import { translator, type Key } from './translate';
import { zh } from './zh';

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

it('leaves the same open in both languages', () => {
  for (const key of Object.keys(en) as Key[]) {
    expect(names(zh[key]), key).toEqual(names(en[key]));
  }
});

it('has no key that the other language lacks', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
});

it('fills in, and does not look into what it filled in', () => {
  expect(translator('en')('confirm.type', { name: '{name}' })).toContain('{name}');
});
