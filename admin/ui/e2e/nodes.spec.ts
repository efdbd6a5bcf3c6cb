import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('nodes say what they are like now, and lead to more @own', async ({ inside, page }) => {
  await inside.open('/nodes', 'Nodes');
  const first = inside.rows('Nodes').first();
  await expect(first).toContainText('feige 0.1.0');
  await expect(first).toContainText('412 MiB of 1.0 GiB');
  await expect(first).toContainText('76.0 GiB');
  await expect(first).toContainText('41 %');
  await expect(page.getByRole('columnheader', { name: 'Clock' })).toHaveCount(0);
  await inside.expectWell();
  await first.getByRole('link', { name: 'node-1' }).click();
  await expect(inside.heading('node-1')).toBeVisible();
  await expect(page.getByText('311 of 65,536')).toBeVisible();
  await expect(page.getByText("as the Admin's")).toBeVisible();
  await expect(inside.rows('Threads')).toHaveCount(10);
  await expect(inside.rows('Threads').first()).toContainText('feige-loop-1');
  await expect(inside.rows('Replicas')).toHaveCount(2);
  await expect(inside.rows('Replicas').last()).toContainText('20.0 GiB');
  await inside.expectWell();
  await inside.rows('Replicas').last().getByRole('link', { name: 'what fills the journal' }).click();
  await expect(inside.heading('pair-2')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Disk' })).toBeInViewport();
});

test('proxies say where they are and what they do @own', async ({ inside, page }) => {
  await inside.open('/nodes', 'Nodes');
  const rows = inside.rows('Proxies');
  await expect(rows.first()).toContainText('https://proxy.example.com:7780');
  await expect(rows.first()).toContainText('serves');
  await expect(rows.first()).toContainText('1,204');
  await expect(rows.last()).toContainText('<img src=x onerror="window.hacked = true">');
  await expect(rows.last()).toContainText('silent for');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await inside.expectWell();
});

test('a proxy shows its sessions, one is disconnected, all are told something, and it is drained @own', async ({
  inside,
  page,
}) => {
  await inside.open('/nodes', 'Nodes');
  await inside.link('proxy-1').click();
  await expect(inside.heading('proxy-1')).toBeVisible();
  const rows = inside.rows('Sessions');
  await expect(page.getByText('Page 1 of 3, 130 in all')).toBeVisible();
  await page.getByRole('button', { name: 'Behind' }).click();
  await page.getByRole('button', { name: 'Behind' }).click();
  await expect(rows.first()).toContainText('41,000');
  await expect(rows.first()).toContainText('64.0 KiB');
  await inside.button('Disconnect session 4001').click();
  await inside.dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Page 1 of 3, 129 in all')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter Sessions' }).fill('4004');
  await expect(rows.first()).toContainText('<img src=x onerror="window.hacked = true">');
  await inside.button('Notice …').click();
  await inside.dialog.getByLabel('Text').fill('We are back at nine.');
  await inside.dialog.getByRole('button', { name: 'Tell them' }).click();
  await expect(page.getByText('129 sessions were told.')).toBeVisible();
  await inside.button('Drain …').click();
  await inside.dialog.getByRole('textbox').fill('proxy-1');
  await inside.dialog.getByRole('button', { name: 'Drain …' }).click();
  await expect(inside.dialog).toHaveCount(0);
  await inside.expectWell();
});

test('dead threads, failing work and a wrong clock show by themselves, with what to do @own', async ({
  inside,
  page,
  steer,
}) => {
  await inside.open('/nodes/node-1', 'node-1');
  await expect(page.getByText(/^▲ Work of this node fails/)).toHaveCount(0);
  await steer('ail');
  const notes = page.getByRole('status');
  await expect(notes.filter({ hasText: 'feige-pair-2 has died of <img src=x' })).toContainText('start this node anew');
  await expect(notes.filter({ hasText: 'invoiceU+202Egpj.exe' })).toContainText('FEIGE-9003');
  await expect(page.getByText('14 s behind')).toBeVisible();
  await expect(inside.rows('Replicas').last()).toContainText('900 MiB');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await inside.expectWell();
  await inside.open('/nodes', 'Nodes');
  await expect(inside.rows('Nodes').first()).toContainText('start it anew');
  await expect(inside.rows('Nodes').first()).toContainText('14 s behind');
  await inside.expectWell();
});

test('what a node calls itself and its threads is only text @own', async ({ inside, page }) => {
  await inside.open('/nodes', 'Nodes');
  await expect(inside.rows('Nodes').last()).toContainText('<img src=x onerror="window.hacked = true">');
  await inside.open('/nodes/node-2', 'node-2');
  await expect(page.getByText('invoiceU+202Egpj.exe')).toBeVisible();
  await expect(inside.rows('Threads').nth(3)).toContainText('xxx');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await inside.expectWell();
});

test('a node that does not answer is said not to, and what it said last stays with its age @own', async ({
  inside,
  page,
  steer,
}) => {
  await inside.open('/nodes/node-1', 'node-1');
  await expect(inside.rows('Replicas')).toHaveCount(2);
  await steer('mute');
  await expect(page.getByRole('alert')).toContainText('node-1 does not answer');
  await expect(page.getByText(/^What is shown is \d+ s old/)).toBeVisible();
  await expect(inside.rows('Replicas')).toHaveCount(2);
  await inside.open('/nodes', 'Nodes');
  await expect(page.getByText(/^▲ Of some it is not known what they are like/)).toContainText('node-1');
  await inside.expectWell();
  await inside.open('/nodes/node-1', 'node-1');
  await expect(page.getByRole('alert')).toContainText('node-1 does not answer');
  await expect(inside.rows('Replicas')).toHaveCount(0);
  await inside.expectWell();
});
