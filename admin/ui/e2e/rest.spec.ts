import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('the help leads to what programs can ask, by what it is about @own', async ({ inside, page }) => {
  await inside.open('/', 'Overview');
  await page.keyboard.press('?');
  await inside.dialog.getByRole('link', { name: 'REST interface' }).click();
  await expect(inside.heading('REST interface')).toBeVisible();
  await expect(inside.dialog).toHaveCount(0);
  await page.getByLabel('About').selectOption('salvage');
  await expect(inside.rows('REST interface')).toHaveCount(1);
  await expect(inside.rows('REST interface').first()).toContainText('GET /api/v1/salvage');
  await expect(inside.rows('REST interface').first()).toContainText('Of this node only.');
  await page.getByLabel('About').selectOption('topics');
  const groups = inside.rows('REST interface').filter({ hasText: 'GET /api/v1/topics/{topic}/groups' }).first();
  await groups.getByRole('button', { name: 'Try' }).click();
  await expect(inside.dialog.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await inside.dialog.getByLabel('topic').fill('orders');
  await expect(inside.dialog).toContainText('/api/v1/topics/orders/groups');
  await inside.dialog.getByRole('button', { name: 'Send' }).click();
  await expect(inside.dialog.getByRole('status')).toContainText('Answered with 200');
  await expect(inside.dialog.getByRole('region', { name: 'Answer' })).toContainText('"group": "billing"');
  await inside.expectWell();
  await inside.dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('About').selectOption('salvage');
  await page.reload();
  await expect(inside.rows('REST interface')).toHaveCount(1);
  await inside.expectWell();
});
