import { expect, it } from 'vitest';
import { find, type Finding } from './findings';

const all: Finding[] = ['Topics', 'orders', 'orders.dlq', 'big-orders'].map((name) => ({
  name,
  kind: 'topic',
  to: `/${name}`,
}));

it('finds what begins with the text first', () => {
  expect(find(all, 'ORD', 9).map((each) => each.name)).toEqual(['orders', 'orders.dlq', 'big-orders']);
});

it('shows the pages before anything is typed, and no more than fit', () => {
  expect(find(all, '', 2).map((each) => each.name)).toEqual(['Topics', 'orders']);
});
