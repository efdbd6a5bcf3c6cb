import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

const MESSAGE = '/topics/orders/messages/pair-1/0';

test('a message page says what became of it, as the message store has it @own', async ({ inside, page }) => {
  await inside.open(MESSAGE, 'orders');
  const life = inside.rows('In the message store');
  await expect(life).toHaveCount(7);
  await expect(life.nth(1)).toContainText('+12 ms');
  await expect(life.nth(3)).toContainText('<img src=x onerror="window.hacked = true">');
  await expect(life.nth(4)).toContainText('nobody: the lease ran out');
  await expect(life.nth(6)).toContainText('invoiceU+202Egpj.exe');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await inside.expectWell();
  await page.getByRole('searchbox', { name: 'Filter In the message store' }).fill('dead_letter');
  await expect(life).toHaveCount(1);
  await page.reload();
  await expect(life).toHaveCount(1);
  await life.getByRole('link', { name: 'search' }).click();
  await expect(page).toHaveURL(/\/topics\/orders\/groups\/search/);
});

test('what the journal holds no more is shown from the message store @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/messages/pair-1/400', 'orders');
  await expect(page.getByText('There is no message 400 at pair-1')).toBeVisible();
  await expect(inside.rows('In the message store')).toHaveCount(7);
  await expect(page.getByText('customer-7', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Body', exact: true })).toContainText('"n": 1');
  await inside.expectWell();
  await inside.open('/topics/orders/messages/pair-1/900', 'orders');
  await expect(page.getByText(/^The message store does not have it/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Body', exact: true })).toHaveCount(0);
});

test('without a message store a message page says how there would be one @own', async ({ inside, page, steer }) => {
  await steer('unstore');
  await inside.open(MESSAGE, 'orders');
  await expect(page.getByText('This Admin is not told of a message store')).toContainText('sql.url');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await inside.expectWell();
});

test('a message store that does not answer takes nothing else away @own', async ({ inside, page, steer }) => {
  await steer('hamper');
  await inside.open(MESSAGE, 'orders');
  await expect(page.getByRole('alert')).toContainText('the message store at db:3306 cannot be read now');
  await expect(inside.rows('Where groups stand with it')).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Body', exact: true })).toContainText('"id": 12345678901234567890');
  await inside.expectWell();
});

test('the message store is searched, says how far it looked, and looks further @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/messages', 'orders');
  await inside.button('Message store').click();
  await expect(page).toHaveURL(/in=store/);
  await expect(page.getByText(/^20 found; looked at 20 stored messages, and there are more/)).toBeVisible();
  await inside.button('Look further').click();
  await expect(page.getByText(/^40 found; looked at 40 stored messages/)).toBeVisible();
  await inside.button('Look further').click();
  await expect(page.getByText('60 found; looked at 60 stored messages, all that there are.')).toBeVisible();
  await inside.expectWell();
  await page.getByLabel('Key', { exact: true }).fill('customer-7');
  await page.getByLabel('Header', { exact: true }).fill('kind');
  await inside.button('Look').click();
  await expect(page.getByText(/It ended because its time was up/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Header', { exact: true })).toHaveValue('kind');
  await page.getByLabel('Before').fill('latest');
  await expect(inside.button('Look')).toHaveAccessibleDescription('That is no time.');
  await page.getByLabel('Before').fill('1h');
  await inside.button('Look').click();
  await expect(page).toHaveURL(/to=20/);
  await expect(page.getByText(/^0 found/)).toBeVisible();
  await inside.button('Journal').click();
  await expect(page.getByLabel('From')).toHaveValue('earliest');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('customer-7');
});

test('a search without a message store says how there would be one @own', async ({ inside, page, steer }) => {
  await steer('unstore');
  await inside.open('/topics/orders/messages?in=store', 'orders');
  await expect(page.getByText('This Admin is not told of a message store')).toContainText('sql.url');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await inside.expectWell();
});

test('pairs say what the message store does not have yet, where there is one @own', async ({ inside, page, steer }) => {
  await inside.open('/pairs', 'Pairs');
  await expect(inside.rows('Pairs').first()).toContainText('12.0 KiB · 180 ms');
  await inside.expectWell();
  await inside.open('/pairs/pair-1', 'pair-1');
  await expect(page.getByText('12.0 KiB · 180 ms')).toBeVisible();
  await steer('unstore');
  await inside.open('/pairs', 'Pairs');
  await expect(inside.rows('Pairs')).toHaveCount(2);
  await expect(page.getByRole('columnheader', { name: 'SQL behind' })).toHaveCount(0);
});
