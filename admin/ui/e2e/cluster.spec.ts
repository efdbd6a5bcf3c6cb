import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('trouble shows at once, with what to do, and to those who hear the page @own', async ({ inside, page, steer }) => {
  await expect(page.getByText('All is well.').first()).toBeVisible();
  await steer('trouble');
  const alerts = page.getByRole('list', { name: 'Alerts' });
  await expect(alerts).toContainText('Nobody serves pair-2');
  await expect(alerts).toContainText('Start node-2, or promote node-1');
  await expect(inside.rows('Pairs').first()).toContainText('one copy');
  await expect(inside.rows('Pairs').last()).toContainText('not served');
  await inside.expectWell();
});

test('a lost connection shows itself, and comes back by itself @own', async ({ inside, page, steer }) => {
  // Whether something was heard before it broke depends on how fast the machine is.
  const broken = page.getByText(/The connection is lost and is being tried again|No live connection to the Admin/);
  await steer('silence');
  await expect(broken).toBeVisible();
  await steer('speak');
  await expect(broken).toHaveCount(0);
  expect(inside.complaints).toEqual([]);
});

test('a pair is switched after a question, and the page follows @own', async ({ inside, page }) => {
  await inside.open('/pairs/pair-1', 'pair-1');
  await inside.button('Switch …').click();
  await expect(inside.dialog).toContainText('node-2 is to serve instead of node-1');
  await inside.expectWell();
  await inside.button('Have node-2 serve').click();
  await expect(inside.dialog).toHaveCount(0);
  await page.goto('/');
  await expect(inside.rows('Pairs').first()).toContainText(/node-2\s*✓serves/);
});

test('a promotion shows what may be missing and wants the name of the pair @own', async ({ inside, page }) => {
  await inside.open('/pairs/pair-1', 'pair-1');
  await inside.button('Promote …').click();
  await expect(inside.dialog.getByRole('status')).toContainText('node-2 lacks what was confirmed');
  const promote = inside.button('Promote node-2');
  await expect(promote).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Type pair-1 to confirm').fill('pair-1');
  await inside.expectWell();
  await promote.click();
  await expect(inside.dialog).toHaveCount(0);
});

test('a failover opens as what happened before and after the decision @own', async ({ inside, page }) => {
  await inside.open('/pairs/pair-1', 'pair-1');
  await page.getByText('failover', { exact: true }).click();
  await expect(page.getByText('−389 ms')).toBeVisible();
  await expect(page.getByText('first delivery')).toBeVisible();
  await expect(page.getByText('node-2 silent for 389 ms', { exact: true })).toBeVisible();
});

test('anything is found by its name, with the keyboard alone @own', async ({ inside, page }) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find anything by its name' }).fill('invo');
  await expect(page.getByRole('option', { name: /invoices/ })).toBeVisible();
  await inside.expectWell();
  await page.keyboard.press('Enter');
  await expect(inside.heading('invoices')).toBeFocused();
  await page.keyboard.press('?');
  await expect(inside.dialog).toContainText('Find anything by its name');
  await inside.expectWell();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(inside.heading('Pairs')).toBeVisible();
});

test('the skip link leads past the navigation @own', async ({ inside, page }) => {
  await inside.open('/', 'Overview');
  await page.keyboard.press('Tab');
  await expect(inside.link('Skip to the page')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('it speaks Chinese, and remembers it @own', async ({ inside, page }) => {
  await inside.button('中文').click();
  await expect(inside.heading('总览')).toBeVisible();
  await page.reload();
  await expect(inside.heading('总览')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await inside.expectWell();
});

test('light and dark can be chosen, and are remembered @own', async ({ inside, page }) => {
  await page.getByRole('combobox', { name: 'Light' }).selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await inside.expectWell();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('the pages are behind a button @own', async ({ inside, page }) => {
    await expect(inside.link('Nodes')).toBeHidden();
    await inside.button('Menu').click();
    await inside.link('Nodes').click();
    await expect(inside.heading('Nodes')).toBeVisible();
    await expect(inside.link('Topics')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
    await inside.expectWell();
  });
});
