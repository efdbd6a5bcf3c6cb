import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Status } from '../../src/api/cluster';
import { Console } from '../pages/Console';
import { load, observe } from './admin';
import { Follower } from './followers';

const token = process.env.FEIGE_TOKEN ?? '';
const base = process.env.FEIGE_CONSOLE ?? '';
const node1 = Number(process.env.FEIGE_NODE_1);
const FOLLOWERS = 100;
const WARM = 5;
const MOST_MILLIS = 1_000;
const MOST_MILLIS_UNTIL_TOLD = 3_000;
const SECONDS = Number(process.env.FEIGE_SCALE_SECONDS ?? '60');

interface Shown {
  readonly name: string;
  readonly path: string;
  /** What somebody who opens the page came for. */
  readonly content: (console: Console, page: Page) => Locator;
}

const row = (table: string) => (console: Console) => console.rows(table).first();

const PAGES: readonly Shown[] = [
  {
    name: 'overview',
    path: '/',
    content: (_, page) =>
      page
        .getByRole('region', { name: 'Where messages wait' })
        .getByRole('link', { name: /^group-/ })
        .first(),
  },
  { name: 'pairs', path: '/pairs', content: row('Pairs') },
  { name: 'pair', path: '/pairs/pair-1', content: (_, page) => page.getByRole('group', { name: 'node-1' }) },
  { name: 'nodes', path: '/nodes', content: row('Nodes') },
  { name: 'node', path: '/nodes/node-1', content: (console) => console.heading('node-1') },
  { name: 'topics', path: '/topics', content: row('Topics') },
  { name: 'topic', path: '/topics/topic-0500', content: row('Groups') },
  { name: 'group', path: '/topics/topic-0500/groups/group-03', content: (_, page) => page.getByText('At each pair') },
  { name: 'messages', path: '/topics/topic-0500/messages', content: row('Messages') },
  { name: 'dead letters', path: '/dead-letters', content: row('Dead letters') },
  { name: 'delayed', path: '/delayed', content: row('Delayed') },
  { name: 'clients', path: '/clients', content: row('Clients') },
  { name: 'alerts', path: '/alerts', content: (console) => console.heading('Alerts') },
  { name: 'events', path: '/events', content: row('Events') },
  { name: 'users', path: '/users', content: (console) => console.heading('Users and tokens') },
  { name: 'audit', path: '/audit', content: row('Audit') },
];

async function logIn(page: Page): Promise<Console> {
  const console = new Console(page);
  await console.logInWith(token);
  return console;
}

/** From the navigation until the content is there, in milliseconds. */
async function open(console: Console, page: Page, { path, content }: Shown): Promise<number> {
  const begun = Date.now();
  await page.goto(path, { waitUntil: 'commit' });
  await content(console, page).waitFor();
  const millis = Date.now() - begun;
  await expect(page.getByText('Loading …')).toHaveCount(0);
  return millis;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function follow(): Promise<Follower[]> {
  const followers = Array.from({ length: FOLLOWERS }, () => new Follower());
  await Promise.all(followers.map((each) => each.begin(base, token)));
  await expect.poll(() => followers.every((each) => each.statuses > 0)).toBe(true);
  return followers;
}

test.describe.configure({ mode: 'serial' });

test('every page shows what it is for within a second', async ({ page }) => {
  const console = await logIn(page);
  tell(`page, cold ms, median of ${String(WARM)} warm ms, load ${load()} at the begin`);
  const slow: string[] = [];
  for (const shown of PAGES) {
    const cold = await open(console, page, shown);
    const warm: number[] = [];
    for (let i = 0; i < WARM; i++) {
      warm.push(await open(console, page, shown));
    }
    tell(`${shown.name}, ${String(cold)}, ${String(median(warm))} (${warm.join(' ')}), load ${load()}`);
    if (median(warm) > MOST_MILLIS) {
      slow.push(shown.name);
    }
  }
  expect(slow, 'takes more than a second').toEqual([]);
});

test('what Admin does for nobody, for a browser, and for a hundred who look on', async ({ browser }) => {
  tell(await observe('nobody looks on', SECONDS));
  const first = await browser.newPage();
  await logIn(first);
  tell(await observe('one browser on the overview', SECONDS));
  const others = [first];
  for (const path of ['/topics', '/topics/topic-0500']) {
    const page = await browser.newPage();
    await logIn(page);
    await page.goto(path);
    others.push(page);
  }
  const followers = await follow();
  tell(await observe(`${String(FOLLOWERS)} follow, and three browsers`, SECONDS));
  const least = Math.min(...followers.map((each) => each.statuses));
  expect(least, 'events of the status, of whoever heard the fewest').toBeGreaterThanOrEqual(SECONDS / 2 - 2);
  followers.forEach((each) => each.end());
  await Promise.all(others.map((page) => page.close()));
});

test('a hundred hear of a failover within three seconds', async ({ page }) => {
  const console = await logIn(page);
  await page.goto('/pairs/pair-1');
  const [first, second] = [page.getByRole('group', { name: 'node-1' }), page.getByRole('group', { name: 'node-2' })];
  await expect(first).toContainText('serves');
  const followers = await follow();
  const isOver = (status: unknown) =>
    (status as Status).pairs.every((pair) => pair.active === 'node-2' && pair.serving);
  followers.forEach((each) => (each.awaited = isOver));
  const killed = Date.now();
  process.kill(node1, 'SIGKILL');
  await expect(second).toContainText('serves');
  const seen = Date.now() - killed;
  await expect.poll(() => followers.filter((each) => each.since === undefined).length).toBe(0);
  const told = followers.map((each) => (each.since ?? NaN) - killed);
  tell(
    `after the kill: shown in a browser after ${String(seen)} ms, heard by ${String(told.length)} after ` +
      `${String(Math.min(...told))} to ${String(Math.max(...told))} ms, median ${String(median(told))}, load ${load()}`,
  );
  followers.forEach((each) => each.end());
  expect(Math.max(...told)).toBeLessThan(MOST_MILLIS_UNTIL_TOLD);
  expect(console.complaints).toEqual([]);
});
