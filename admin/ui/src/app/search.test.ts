import { expect, it } from 'vitest';
import { parseSearch, writeSearch } from './search';

it('keeps text as it is, numbers too', () => {
  const search = { key: '0042', header: 'a=b&c', from: '17' };
  expect(parseSearch(writeSearch(search))).toEqual(search);
});

it('leaves out what is empty', () => {
  expect(writeSearch({ key: '', sort: undefined })).toBe('');
});
