import { defineConfig } from '@playwright/test';

/**
 * The sample page in a real browser, with the cluster that e2e/run has started.
 *   FEIGE_CHROMIUM  the browser (/usr/bin/chromium)
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../target/e2e',
  reporter: 'list',
  workers: 1,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions: {
      executablePath: process.env.FEIGE_CHROMIUM ?? '/usr/bin/chromium',
      // Root may not have the sandbox.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    ignoreHTTPSErrors: true,
    trace: 'retain-on-failure',
  },
});
