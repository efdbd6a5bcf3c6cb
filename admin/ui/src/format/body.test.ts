import { expect, it } from 'vitest';
import { fromBase64, hex, prettyJson } from './body';

it('lays out JSON without changing a value', () => {
  expect(prettyJson('{"id":12345678901234567890,"t":"a,\\"b{","e":[],"n":[1,{"x":null}]}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "t": "a,\\"b{",\n  "e": [],\n  "n": [\n    1,\n    {\n      "x": null\n    }\n  ]\n}',
  );
});

it('takes only objects and lists for JSON', () => {
  expect(prettyJson('42')).toBeUndefined();
  expect(prettyJson('{"a"')).toBeUndefined();
  expect(prettyJson('hello')).toBeUndefined();
});

it('shows bytes', () => {
  expect(hex(fromBase64('AP9oaQ=='))).toBe(`000000  00 ff 68 69${' '.repeat(36)}  ..hi`);
  expect(hex(new Uint8Array())).toBe('');
});
