import { expect, it } from 'vitest';
import { grantsOf } from './grantsText';

it('takes rights however they are separated, each once', () => {
  expect(grantsOf(' viewer, publish:orders.*\nviewer\tconsume:a/b ')).toEqual([
    'viewer',
    'publish:orders.*',
    'consume:a/b',
  ]);
  expect(grantsOf('')).toEqual([]);
});
