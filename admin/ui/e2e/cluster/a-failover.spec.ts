import { expect, test } from '@playwright/test';
import { Console } from '../pages/Console';

/** A cluster of two nodes of which the first may be killed: who serves pair-1, and how to be let in. */
const node1 = Number(process.env.FEIGE_NODE_1);
const token = process.env.FEIGE_TOKEN ?? '';

test('somebody new publishes a message, finds it, and sees a failover while it happens', async ({ page }) => {
  const console = new Console(page);
  await console.logInWith(token);
  await expect(page.getByText('All is well.').first()).toBeVisible();
  await console.expectWell();

  await console.open('/new-topic', 'New topic');
  await page.getByLabel('Name').fill('orders');
  await console.button('Create').click();
  await expect(console.heading('orders')).toBeVisible();
  await console.open('/topics/orders/publish', 'orders');
  await page.getByLabel('Key', { exact: true }).fill('<b>customer-7</b>');
  await page.getByLabel('Body').fill('{"hello": "飞鸽"}');
  await console.button('Publish').click();
  await expect(page.getByRole('status').filter({ hasText: 'Confirmed by pair-' })).toBeVisible();
  await page.getByRole('link', { name: /Look at offset/ }).click();
  await expect(page.getByText('<b>customer-7</b>').first()).toBeVisible();
  await console.expectWell();

  await console.open('/pairs/pair-1', 'pair-1');
  const [first, second] = [page.getByRole('group', { name: 'node-1' }), page.getByRole('group', { name: 'node-2' })];
  await expect(first).toContainText('serves');
  await expect(second).toContainText('in sync');
  const killed = Date.now();
  process.kill(node1, 'SIGKILL');
  await expect(second).toContainText('serves');
  test.info().annotations.push({ type: 'role shown after', description: `${Date.now() - killed} ms` });
  await expect(first).not.toContainText('serves');
  await page.getByText('failover', { exact: true }).first().click();
  await expect(page.getByText(/node-2 holds everything confirmed/).first()).toBeVisible();
  await console.expectWell();
  await page.goto('/');
  await expect(console.rows('Pairs').first()).toContainText('one copy');
});
