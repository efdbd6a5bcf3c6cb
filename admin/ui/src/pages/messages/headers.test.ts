import { expect, it } from 'vitest';
import { headersOf } from './headers';

it('reads a header a line', () => {
  expect(headersOf('trace=a=b\n\n kind = x')).toEqual([
    { name: 'trace', value: 'a=b' },
    { name: 'kind', value: ' x' },
  ]);
  expect(headersOf('')).toEqual([]);
});

it('takes no line without a name', () => {
  expect(headersOf('=x')).toBeUndefined();
  expect(headersOf('x')).toBeUndefined();
});
