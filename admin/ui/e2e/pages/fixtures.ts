import { test as base } from '@playwright/test';
import { Console } from './Console';

interface Given {
  readonly console: Console;
  /** Somebody is logged in. */
  readonly inside: Console;
  /** Does something to the tests' own cluster: reset, trouble, silence, speak, meddle, lose, happen, forget, rehearse, unstore, delay, halt, ail, mute, hamper, clean, decent. */
  readonly steer: (what: string) => Promise<void>;
}

export const test = base.extend<Given>({
  console: async ({ page, request }, use) => {
    if (process.env.FEIGE_CONSOLE === undefined) {
      await request.get('/mock/reset');
    }
    await use(new Console(page));
  },
  inside: async ({ console }, use) => {
    await console.logIn();
    await use(console);
  },
  steer: async ({ request }, use) => {
    await use(async (what) => {
      await request.get(`/mock/${what}`);
    });
  },
});
