import { expect, it } from 'vitest';
import { permits } from './grants';

it('lets all do everything', () => {
  expect(permits(['all'], 'administrator')).toBe(true);
  expect(permits(['all'], 'manage', 'orders')).toBe(true);
});

it('includes viewing in operating and administrating, and nothing else', () => {
  expect(permits(['operator'], 'viewer')).toBe(true);
  expect(permits(['administrator'], 'viewer')).toBe(true);
  expect(permits(['administrator'], 'operator')).toBe(false);
  expect(permits(['viewer'], 'operator')).toBe(false);
});

it('knows names and what they begin with', () => {
  expect(permits(['manage:orders*'], 'manage', 'orders.dlq')).toBe(true);
  expect(permits(['manage:orders'], 'manage', 'orders.dlq')).toBe(false);
  expect(permits(['consume:orders/billing'], 'consume', 'orders')).toBe(true);
  expect(permits(['publish:orders'], 'read', 'orders')).toBe(false);
  expect(permits(['manage:x'], 'manage')).toBe(true);
});
