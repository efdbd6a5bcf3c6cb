import { defineConfig } from '@playwright/test';

/**
 * What a person does, in a real browser.
 *   FEIGE_CONSOLE               where a console is; without it, what was built is served by the tests' own small Admin
 *   FEIGE_MOCK_PORT             where that listens (7790), one for each worker from there on
 *   FEIGE_WORKERS               browsers at a time (2)
 *   FEIGE_USER, FEIGE_PASSWORD  who logs in there
 *   FEIGE_CHROMIUM              the browser (/usr/bin/chromium)
 *   TEST_PATIENCE              seconds for what must happen at all (60); a test has ten times as many
 *   FEIGE_TRACE                 anything: what the browser did is kept where a test fails, which costs it much of its time;
 *                               no picture is taken, because a page that has crashed never gives one
 */
const workers = Number(process.env.FEIGE_WORKERS ?? '2');
/** Where the small Admin of a worker listens: tests of two workers must not put each other into trouble. */
const mockPort = (worker: number) => String(Number(process.env.FEIGE_MOCK_PORT ?? '7790') + worker);
const ownPort = mockPort(Number(process.env.TEST_PARALLEL_INDEX ?? '0'));
const isOwn = process.env.FEIGE_CONSOLE === undefined;
const patience = Number(process.env.TEST_PATIENCE ?? '60') * 1_000;

export default defineConfig({
  testDir: '.',
  testIgnore: ['cluster/**', 'pictures/**', 'scale/**'],
  outputDir: '../target/e2e',
  reporter: 'list',
  // A real cluster is one for all tests.
  workers: isOwn ? workers : 1,
  fullyParallel: false,
  forbidOnly: true,
  // Only where the browser has crashed: pages/fixtures.ts.
  retries: 1,
  // They say nothing about how fast anything is: only a fault outlasts them, however busy the machine is.
  timeout: 10 * patience,
  expect: { timeout: patience },
  // Tests marked so need a cluster that can be put into trouble at will.
  ...(isOwn ? {} : { grepInvert: /@own/ }),
  use: {
    baseURL: process.env.FEIGE_CONSOLE ?? `http://localhost:${ownPort}`,
    launchOptions: {
      executablePath: process.env.FEIGE_CHROMIUM ?? '/usr/bin/chromium',
      // Root may not have the sandbox. Without a graphics card a second process only imitates one.
      args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    trace: process.env.FEIGE_TRACE === undefined ? 'off' : 'retain-on-failure',
  },
  ...(isOwn
    ? {
        webServer: Array.from({ length: workers }, (_, worker) => ({
          command: 'node e2e/mock/server.mjs',
          cwd: '..',
          url: `http://localhost:${mockPort(worker)}`,
          env: { FEIGE_ADMIN: '', FEIGE_MOCK_PORT: mockPort(worker) },
          timeout: patience,
        })),
      }
    : {}),
});
