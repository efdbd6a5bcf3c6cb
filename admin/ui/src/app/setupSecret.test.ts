import { expect, it, vi } from 'vitest';
import { forgetSetupSecret, setupSecret, takeSetupSecret } from './setupSecret';

it('takes the secret out of the address', () => {
  const replaceState = vi.fn();
  takeSetupSecret({ pathname: '/setup', hash: '#abc%2Bdef' }, { replaceState });
  expect(setupSecret()).toBe('abc+def');
  expect(replaceState).toHaveBeenCalledWith(null, '', '/setup');
  forgetSetupSecret();
  expect(setupSecret()).toBe('');
});

it('leaves other addresses alone', () => {
  const replaceState = vi.fn();
  takeSetupSecret({ pathname: '/topics', hash: '#abc' }, { replaceState });
  expect(setupSecret()).toBe('');
  expect(replaceState).not.toHaveBeenCalled();
});
