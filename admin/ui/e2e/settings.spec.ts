import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test("a node's page has its settings, first those that are not the default @own", async ({ inside, page }) => {
  await inside.open('/nodes/node-1', 'node-1');
  const rows = inside.rows('Settings');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText('4 of 35 are not the default.')).toBeVisible();
  await expect(rows.nth(2)).toContainText('<img src=x onerror="window.hacked = true">');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await page.getByLabel('Only what is not the default').uncheck();
  await expect(rows).toHaveCount(35);
  await page.getByRole('searchbox', { name: 'Filter Settings' }).fill('listen.port');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('7710');
  await inside.expectWell();
});

test('an Admin has a page with its settings @own', async ({ inside, page }) => {
  await inside.open('/nodes', 'Nodes');
  await inside.link('admin-1').click();
  await expect(inside.heading('admin-1')).toBeVisible();
  await expect(inside.rows('Settings')).toHaveCount(4);
  await expect(inside.rows('Settings').first()).toContainText('admin.yaml:1');
  await inside.expectWell();
  await inside.open('/admins/nobody', 'nobody');
  await expect(page.getByText('No Admin nobody is known to live.')).toBeVisible();
});

test('who may not see settings is told which right is missing @own', async ({ console: shown, page }) => {
  await shown.logIn('vera');
  await shown.open('/nodes/node-1', 'node-1');
  await expect(page.getByText('You lack the right operator.')).toBeVisible();
  await expect(shown.table('Settings')).toHaveCount(0);
  await shown.expectWell();
});
