import { expect, it } from 'vitest';
import { pagesOf } from './pages';

const three = (after: string) => {
  const at = after === '' ? 1 : Number(after) + 1;
  return Promise.resolve({ items: [at], next: at === 3 ? undefined : String(at) });
};

it('goes through all pages', async () => {
  expect(await pagesOf(three)).toEqual({ items: [1, 2, 3], isPart: false });
  expect(await pagesOf(three, 3)).toEqual({ items: [1, 2, 3], isPart: false });
});

it('says where it left something off', async () => {
  expect(await pagesOf(three, 2)).toEqual({ items: [1, 2], isPart: true });
});
