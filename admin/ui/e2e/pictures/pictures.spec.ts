import { expect, type Page } from '@playwright/test';
import { test } from '../pages/fixtures';

const FOLDER = process.env.FEIGE_PICTURES ?? 'target/pictures';

interface Place {
  readonly name: string;
  readonly path: string;
  /** What is done before the picture is taken. */
  readonly first?: (page: Page) => Promise<void>;
  /** It says most of what it has to say far below. */
  readonly isLong?: boolean;
  /** What the cluster has gone through. */
  readonly after?: string;
}

const openFailover = async (page: Page) => {
  await page.locator('summary').nth(1).click();
};

const tryTopics = async (page: Page) => {
  await page.getByRole('row').nth(1).getByRole('button').click();
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect(page.getByRole('dialog').getByRole('region')).toBeVisible();
};

const PLACES: readonly Place[] = [
  { name: 'overview', path: '/', isLong: true },
  { name: 'alerts', path: '/alerts', after: 'trouble' },
  { name: 'events', path: '/events' },
  { name: 'pairs', path: '/pairs' },
  { name: 'pair', path: '/pairs/pair-1', first: openFailover, after: 'rehearse', isLong: true },
  { name: 'nodes', path: '/nodes' },
  { name: 'node', path: '/nodes/node-1', isLong: true },
  { name: 'admin', path: '/admins/admin-1' },
  { name: 'clients', path: '/clients' },
  { name: 'store', path: '/store', after: 'delay', isLong: true },
  { name: 'no-store', path: '/store', after: 'unstore' },
  { name: 'salvage', path: '/salvage' },
  { name: 'topics', path: '/topics' },
  { name: 'new-topic', path: '/new-topic' },
  { name: 'topic', path: '/topics/orders' },
  { name: 'groups', path: '/groups' },
  { name: 'group', path: '/topics/orders/groups/billing', isLong: true },
  { name: 'messages', path: '/topics/orders/messages' },
  { name: 'messages-stored', path: '/topics/orders/messages?in=store' },
  { name: 'message', path: '/topics/orders/messages/pair-1/0', isLong: true },
  { name: 'publish', path: '/topics/orders/publish' },
  { name: 'delayed-of-topic', path: '/topics/orders/delayed' },
  { name: 'dead-letters', path: '/dead-letters' },
  { name: 'reasons', path: '/dead-letters/orders.dlq' },
  { name: 'dead-letter', path: '/topics/orders.dlq/messages/pair-1/0' },
  { name: 'delayed', path: '/delayed' },
  { name: 'rest', path: '/rest' },
  { name: 'rest-try', path: '/rest?group=topics', first: tryTopics },
  { name: 'users', path: '/users' },
  { name: 'user', path: '/users/billing' },
  { name: 'audit', path: '/audit' },
];

const LONG = 2_800;
const WIDE = { width: 1280, height: 720 };
const WAYS = [
  { way: '', viewport: WIDE, colorScheme: 'light', locale: 'en-GB', most: 1_000 },
  { way: '-dark', viewport: WIDE, colorScheme: 'dark', locale: 'en-GB', most: 1_000 },
  { way: '-zh', viewport: WIDE, colorScheme: 'light', locale: 'zh-CN', most: 1_000 },
  { way: '-phone', viewport: { width: 360, height: 720 }, colorScheme: 'light', locale: 'en-GB', most: 1_400 },
] as const;

/** All of the page, or as much of it as fits a picture. */
async function take(page: Page, name: string, most: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const width = page.viewportSize()?.width ?? WIDE.width;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, most) });
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled', caret: 'hide' });
}

for (const { way, viewport, colorScheme, locale, most } of WAYS) {
  test.describe(`pictures${way}`, () => {
    test.use({ viewport, colorScheme, locale, timezoneId: 'UTC' });
    for (const { name, path, first, after, isLong = false } of PLACES) {
      test(name, async ({ page, steer }) => {
        await steer('decent');
        await page.goto('/login');
        await page.request.post('/api/v1/session', {
          headers: {
            Authorization: `Basic ${Buffer.from('ann:correct horse battery').toString('base64')}`,
            'Content-Type': 'application/json',
          },
        });
        if (after !== undefined) {
          await steer(after);
        }
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('.loading')).toHaveCount(0);
        await first?.(page);
        await take(page, `${name}${way}`, isLong ? LONG : most);
      });
    }

    test('login', async ({ page, steer }) => {
      await steer('decent');
      await page.setViewportSize({ width: viewport.width, height: 520 });
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.screenshot({ path: `${FOLDER}/login${way}.png`, caret: 'hide' });
    });
  });
}
