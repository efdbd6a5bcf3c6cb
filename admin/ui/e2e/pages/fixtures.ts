import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Console } from './Console';

interface Given {
  readonly console: Console;
  /** Somebody is logged in. */
  readonly inside: Console;
  /** Does something to the tests' own cluster: reset, trouble, silence, speak, meddle, lose, happen, forget, rehearse, hold, release, unstore, delay, halt, ail, mute, hamper, clean, decent. */
  readonly steer: (what: string) => Promise<void>;
  /** A browser that crashes says nothing about the console: then a test is tried once more, and only then. */
  readonly afterCrash: undefined;
}

export const test = base.extend<Given>({
  afterCrash: [
    async ({ page }, use, info) => {
      const mark = join(info.project.outputDir, `${info.testId}.crashed`);
      if (info.retry > 0 && !existsSync(mark)) {
        throw new Error('it failed, and the browser had not crashed');
      }
      page.on('crash', () => writeFileSync(mark, ''));
      await use(undefined);
    },
    { auto: true },
  ],
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
