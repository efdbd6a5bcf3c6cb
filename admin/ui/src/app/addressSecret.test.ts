import { afterEach, expect, it, vi } from 'vitest';
import { addressSecret, forgetAddressSecret, takeAddressSecret } from './addressSecret';

afterEach(forgetAddressSecret);

it.each(['/setup', '/login'] as const)('takes the secret out of the address of %s', (page) => {
  const replaceState = vi.fn();
  takeAddressSecret({ pathname: page, hash: '#abc%2Bdef' }, { replaceState });
  expect(addressSecret(page)).toBe('abc+def');
  expect(replaceState).toHaveBeenCalledWith(null, '', page);
  forgetAddressSecret();
  expect(addressSecret(page)).toBe('');
});

it('is a secret of the page that the link leads to alone', () => {
  takeAddressSecret({ pathname: '/setup', hash: '#abc' }, { replaceState: vi.fn() });
  expect(addressSecret('/login')).toBe('');
});

it('leaves other addresses alone', () => {
  const replaceState = vi.fn();
  takeAddressSecret({ pathname: '/topics', hash: '#abc' }, { replaceState });
  expect(addressSecret('/setup')).toBe('');
  expect(addressSecret('/login')).toBe('');
  expect(replaceState).not.toHaveBeenCalled();
});
