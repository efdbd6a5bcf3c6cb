import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('what happens comes by itself, also what happened while the page was away @own', async ({
  inside,
  page,
  steer,
}) => {
  await inside.open('/events', 'Events');
  const first = inside.rows('Events').first();
  await expect(first).toContainText('U+202E');
  await steer('happen');
  await expect(first).toContainText('said as number 70');
  await expect(first.getByRole('link', { name: 'node-1' })).toHaveAttribute('href', '/nodes/node-1');
  await inside.link('Nodes').click();
  await expect(inside.heading('Nodes')).toBeVisible();
  await steer('happen');
  await steer('happen');
  await page.goBack();
  await expect(first).toContainText('said as number 72');
  await expect(inside.rows('Events').nth(1)).toContainText('said as number 71');
  await expect(inside.rows('Events').nth(2)).toContainText('said as number 70');
  await expect(page.getByText('may be missing')).toHaveCount(0);
});

test('it says when some of what happened is kept no more @own', async ({ inside, page, steer }) => {
  await inside.open('/events', 'Events');
  await inside.link('Nodes').click();
  await expect(inside.heading('Nodes')).toBeVisible();
  for (let i = 0; i < 3; i++) {
    await steer('happen');
  }
  await steer('forget');
  await page.goBack();
  await expect(inside.rows('Events').first()).toContainText('said as number 72');
  await expect(page.getByText('Some events shortly before this may be missing')).toBeVisible();
  await inside.expectWell();
});

test('events are chosen by kind and severity, and the address keeps it @own', async ({ inside, page }) => {
  await inside.open('/events', 'Events');
  await page.getByLabel('Kind').selectOption('alert');
  await expect(inside.rows('Events')).toHaveCount(1);
  await expect(inside.rows('Events')).toContainText('Critical');
  await expect(inside.rows('Events')).toContainText('Start the other node.');
  await page.reload();
  await expect(inside.rows('Events')).toHaveCount(1);
  await page.getByLabel('Severity').selectOption('Info');
  await expect(page.getByText('Nothing of this kind has happened.')).toBeVisible();
  await expect(page).toHaveURL(/\/events\?kind=ALERT&severity=INFO$/);
  await inside.expectWell();
});

test('alerts and overview lead to the events @own', async ({ inside, page }) => {
  const latest = page.getByRole('region', { name: 'What happened last' });
  await expect(latest.getByRole('row')).toHaveCount(6);
  await expect(latest).toContainText('the drill of pair-2 passed');
  await latest.getByRole('link', { name: 'All events' }).click();
  await expect(inside.heading('Events')).toBeVisible();
  await inside.link('Alerts').click();
  await inside.link('What happened before').click();
  await expect(inside.heading('Events')).toBeVisible();
});
