import { defineConfig } from '@playwright/test';
import own from './playwright.config';

/** How fast the console is, and what Admin does for it, where there is much; e2e/run fills a cluster for it. */
export default defineConfig({
  ...own,
  testDir: 'scale',
  testIgnore: [],
  timeout: 900_000,
  use: { ...own.use, trace: 'off' },
});
