import { expect, it } from 'vitest';
import { headerRows, headersOf } from './headers';

it('reads a header a line', () => {
  expect(headersOf('trace=a=b\n\n kind = x\ntrace=')).toEqual({ trace: ['a=b', ''], kind: [' x'] });
  expect(headersOf('')).toEqual({});
});

it('takes no line without a name', () => {
  expect(headersOf('=x')).toBeUndefined();
  expect(headersOf('x')).toBeUndefined();
});

it('each header has a line, and bytes are shown as Base64', () => {
  expect(headerRows({ type: ['a', { base64: '/wA=' }], trace: '' })).toEqual([
    ['type', 'a'],
    ['type', 'base64:/wA='],
    ['trace', ''],
  ]);
});
