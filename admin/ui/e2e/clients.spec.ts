import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('clients are paged, sorted and chosen by node, and the address keeps it @own', async ({ inside, page }) => {
  await inside.open('/clients', 'Clients');
  await expect(inside.rows('Clients')).toHaveCount(50);
  await expect(page.getByText('Page 1 of 2, 70 in all')).toBeVisible();
  await page.getByLabel('Node', { exact: true }).selectOption('node-2');
  await expect(inside.rows('Clients')).toHaveCount(35);
  await page.getByRole('button', { name: 'Owed to it' }).click();
  await page.getByRole('button', { name: 'Owed to it' }).click();
  await expect(inside.rows('Clients').first()).toContainText('4.0 MiB');
  await page.reload();
  await expect(inside.rows('Clients')).toHaveCount(35);
  await expect(inside.rows('Clients').first()).toContainText('4.0 MiB');
  await page.getByRole('searchbox', { name: 'Filter Clients' }).fill('10.0.1.20:');
  await expect(inside.rows('Clients')).toHaveCount(1);
  await inside.expectWell();
});

test('what a client calls itself is only text @own', async ({ inside, page }) => {
  await inside.open('/clients', 'Clients');
  await expect(inside.rows('Clients').nth(2)).toContainText('<img src=x onerror="window.hacked = true">');
  await expect(inside.rows('Clients').nth(3)).toContainText('invoiceU+202Egpj.exe');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a node leads to its clients, and who did not answer is named @own', async ({ inside, page, steer }) => {
  await inside.open('/nodes/node-1', 'node-1');
  await inside.link('Its clients').click();
  await expect(inside.heading('Clients')).toBeVisible();
  await expect(page.getByLabel('Node', { exact: true })).toHaveValue('node-1');
  await expect(inside.rows('Clients')).toHaveCount(35);
  await steer('trouble');
  await inside.open('/clients', 'Clients');
  await expect(page.getByText('Not all are listed, for want of an answer: node-2')).toBeVisible();
  await inside.expectWell();
});
