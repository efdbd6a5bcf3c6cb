import { expect } from '@playwright/test';
import { PASSWORD } from './pages/Console';
import { test } from './pages/fixtures';

test('a drill asks for the name, is followed while it goes on, and its verdict stays @own', async ({
  inside,
  page,
  steer,
}) => {
  await steer('hold');
  await inside.open('/pairs/pair-1', 'pair-1');
  const drill = page.getByRole('region', { name: 'Drill' });
  await expect(drill).toContainText('There was no drill yet.');
  await inside.button('Drill …').click();
  await expect(inside.dialog).toContainText('The process of node-1 is ended as a crash would end it');
  await expect(inside.dialog).toContainText('Clients notice a pause of 900 ms at most.');
  await expect(inside.dialog).toContainText('node-1 starts itself again');
  await expect(inside.button('End node-1')).toHaveAttribute('aria-disabled', 'true');
  await inside.expectWell();
  await page.getByLabel('Type pair-1 to confirm').fill('pair-1');
  await inside.button('End node-1').click();
  await expect(inside.dialog).toHaveCount(0);
  await expect(drill.getByRole('status')).toContainText('goes on');
  await expect(inside.button('Drill …')).toHaveAccessibleDescription('No drill now: One goes on.');
  await steer('release');

  const checks = drill.getByRole('listitem');
  await expect(checks.nth(0)).toContainText('node-2 serves after 611 ms, 900 ms were promised');
  await expect(page.getByRole('group', { name: 'node-2' })).toContainText('serves');
  await expect(checks.nth(1)).toContainText('all that was confirmed');
  await expect(drill.getByRole('status')).toContainText('passed');
  await expect(page.getByRole('group', { name: 'node-1' })).toContainText('in sync');
  await inside.expectWell();
  await page.reload();
  await expect(drill.getByRole('status')).toContainText('passed');
});

test('a drill that loses something says so @own', async ({ inside, page, steer }) => {
  await steer('lose');
  await inside.open('/pairs/pair-1', 'pair-1');
  await inside.button('Drill …').click();
  await page.getByLabel('Type pair-1 to confirm').fill('pair-1');
  await inside.button('End node-1').click();
  const drill = page.getByRole('region', { name: 'Drill' });
  await expect(drill.getByRole('status')).toContainText('failed · what was promised was not kept');
  await expect(drill.getByRole('listitem').nth(1)).toContainText('323 bytes are missing');
  await inside.expectWell();
});

test('why there can be no drill now stands beside the button @own', async ({ inside, page, steer }) => {
  await steer('trouble');
  await inside.open('/pairs/pair-1', 'pair-1');
  await expect(page.getByText('No drill now: node-2 is not in sync.')).toBeVisible();
  await expect(inside.button('Drill …')).toHaveAttribute('aria-disabled', 'true');
  await inside.open('/pairs/pair-2', 'pair-2');
  await expect(page.getByText('No drill now: Nobody serves pair-2.')).toBeVisible();
  await inside.expectWell();
});

test('who may only look cannot begin a drill, and reads why @own', async ({ console, page }) => {
  await console.logIn('vera', PASSWORD);
  await console.open('/pairs/pair-1', 'pair-1');
  await expect(page.getByText('No drill now: You lack the right operator.')).toBeVisible();
  await expect(console.button('Drill …')).toHaveAttribute('aria-disabled', 'true');
});
