import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('what was cut is listed, sorted and chosen by node, and the address keeps it @own', async ({ inside, page }) => {
  await inside.open('/', 'Overview');
  await inside.link('Salvage').click();
  await expect(inside.heading('Salvage')).toBeVisible();
  const rows = inside.rows('Salvage');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('not read yet');
  await expect(rows.nth(1)).toContainText('350');
  await expect(rows.nth(2)).toContainText('damaged');
  await expect(page.getByText('feige salvage replay --dir DIR FILE')).toBeVisible();
  await page.getByLabel('Node', { exact: true }).selectOption('node-2');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'File' }).click();
  await expect(rows.first()).toContainText('7-20841.salvage');
  await page.reload();
  await expect(rows.first()).toContainText('7-20841.salvage');
  await inside.expectWell();
});

test('names and damage of a salvage file are only text @own', async ({ inside, page }) => {
  await inside.open('/salvage', 'Salvage');
  await expect(inside.rows('Salvage').nth(2)).toContainText('<img src=x onerror="window.hacked = true">');
  await expect(inside.rows('Salvage').nth(2)).toContainText('invoiceU+202Egpj.exe');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a node that does not answer is named, and an empty page says what would be here @own', async ({
  inside,
  page,
  steer,
}) => {
  await steer('trouble');
  await inside.open('/salvage', 'Salvage');
  await expect(page.getByText('Not all is listed, for want of an answer: node-2')).toBeVisible();
  await steer('reset');
  await steer('clean');
  await inside.open('/salvage', 'Salvage');
  await expect(page.getByText(/^Nothing was cut/)).toBeVisible();
  await inside.expectWell();
});
