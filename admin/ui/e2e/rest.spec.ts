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
  await page.reload();
  await expect(inside.rows('REST interface')).toHaveCount(1);
  await inside.expectWell();
});
