import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('the message store has a page that says how far it is behind, pair by pair @own', async ({ inside, page }) => {
  await inside.open('/', 'Overview');
  await inside.link('Message store').click();
  await expect(inside.heading('Message store')).toBeVisible();
  const rows = inside.rows('Message store');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('keeps up');
  await expect(rows.first()).toContainText('12.0 KiB');
  await expect(rows.first()).toContainText('180 ms');
  await expect(page.getByRole('img', { name: /^SQL behind, pair-1/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^SQL behind, pair-2/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Alerts' })).toHaveCount(0);
  await inside.expectWell();
});

test('rows that are far behind show with the alert, and lead to what fills the journal @own', async ({
  inside,
  page,
  steer,
}) => {
  await steer('delay');
  await inside.open('/store', 'Message store');
  const alerts = page.getByRole('list', { name: 'Alerts' });
  await expect(alerts).toContainText('rows of pair-1 are 754 s behind');
  await expect(alerts).toContainText('<img src=x onerror="window.hacked = true">');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  const first = inside.rows('Message store').first();
  await expect(first).toContainText('far behind');
  await expect(first).toContainText('12 min 34 s');
  await expect(first).toContainText('+1.2 MiB/s');
  await inside.expectWell();
  await first.getByRole('link', { name: 'what fills the journal' }).click();
  await expect(inside.heading('pair-1')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Disk' })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Disk' })).toBeInViewport();
});

test('it leads to the stored messages of a topic @own', async ({ inside, page }) => {
  await inside.open('/store', 'Message store');
  const search = page.getByRole('search', { name: 'Look for stored messages' });
  await search.getByLabel('Topic').fill('nothing');
  await expect(inside.button('To its messages')).toHaveAccessibleDescription('Say an existing topic first.');
  await search.getByLabel('Topic').fill('orders');
  await inside.button('To its messages').click();
  await expect(page).toHaveURL(/\/topics\/orders\/messages\?in=store/);
  await expect(page.getByText(/^20 found; looked at 20 stored messages/)).toBeVisible();
});

test('without a message store its page says how there would be one @own', async ({ inside, page, steer }) => {
  await steer('unstore');
  await inside.open('/store', 'Message store');
  await expect(page.getByText('feige up --dir with-sql --store mysql')).toBeVisible();
  await expect(page.getByText('sql.url', { exact: true })).toBeVisible();
  await expect(inside.table('Message store')).toHaveCount(0);
  await inside.expectWell();
});

test('where nobody serves it is not said that there is no message store @own', async ({ inside, page, steer }) => {
  await steer('halt');
  await inside.open('/store', 'Message store');
  await expect(page.getByText(/^▲ Nobody serves a pair now/)).toBeVisible();
  await expect(page.getByText('feige up --dir with-sql --store mysql')).toHaveCount(0);
  await inside.expectWell();
});
