import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('topics are filtered, sorted and paged, and the address keeps it @own', async ({ inside, page }) => {
  await inside.open('/topics', 'Topics');
  await expect(inside.rows('Topics')).toHaveCount(50);
  await inside.button('Next').click();
  await expect(inside.rows('Topics')).toHaveCount(15);
  await page.getByRole('searchbox', { name: 'Filter Topics' }).fill('sensor-05');
  await expect(inside.rows('Topics')).toHaveCount(10);
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect(inside.rows('Topics').first()).toContainText('sensor-059');
  await page.reload();
  await expect(inside.rows('Topics')).toHaveCount(10);
  await expect(inside.rows('Topics').first()).toContainText('sensor-059');
});

test('the list says how fast messages come into each topic @own', async ({ inside, page, steer }) => {
  await steer('flow');
  await inside.open('/topics', 'Topics');
  const orders = inside.rows('Topics').filter({ has: page.getByRole('link', { name: 'orders', exact: true }) });
  await expect(orders).toContainText(/[45]\d\/s/);
  await page.getByRole('button', { name: 'In', exact: true }).click();
  await page.getByRole('button', { name: 'In', exact: true }).click();
  await expect(inside.rows('Topics').first()).toContainText('orders');
});

test('a topic is created, changed and deleted', async ({ inside, page }) => {
  const name = `console-${Date.now()}`;
  await inside.open('/new-topic', 'New topic');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Lease, in seconds').fill('12');
  await inside.button('Create').click();
  await expect(inside.heading(name)).toBeVisible();
  await expect(page.getByText('12 s', { exact: true })).toBeVisible();

  await inside.button('Change').click();
  await expect(inside.button('Save')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Attempts').fill('3');
  await inside.button('Save').click();
  await expect(inside.button('Save')).toHaveCount(0);
  await expect(page.getByRole('term').filter({ hasText: 'Attempts' }).locator('..')).toContainText('3');

  await inside.button('Delete …').click();
  await expect(inside.dialog.getByRole('button', { name: 'Delete …' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await inside.dialog.getByRole('button', { name: 'Delete …' }).click();
  await expect(inside.heading('Topics')).toBeVisible();
});

test('a flow shows its stages and how it goes at each, and has no messages to look at @own', async ({
  inside,
  page,
}) => {
  await inside.open('/topics/primes', 'primes');
  await expect(page.getByRole('list', { name: 'The way of a request' }).getByRole('listitem')).toHaveText([
    'parse',
    'compute',
    'format',
  ]);
  const compute = inside.rows('Stages').filter({ hasText: 'compute' });
  await expect(compute).toContainText('6 of 9');
  await expect(compute).toContainText('740 ms');
  await expect(compute).toContainText('62,733');
  await expect(page.getByRole('link', { name: 'Messages' })).toHaveCount(0);
  await expect(inside.heading('Groups')).toHaveCount(0);
  await expect(inside.button('Change')).toHaveCount(0);
});

test('what is refused says why, that nothing changed, and what to do @own', async ({ inside, page }) => {
  await inside.open('/new-topic', 'New topic');
  await page.getByLabel('Name').fill('orders');
  await inside.button('Create').click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('There is a topic orders');
  await expect(alert).toContainText('Nothing was changed.');
  await expect(alert).toContainText('Alter it, or choose another name.');
});

test('a message is published and looked at', async ({ inside, page }) => {
  await inside.open('/topics/orders/publish', 'orders');
  await page.getByLabel('Key', { exact: true }).fill('from the console');
  await page.getByLabel('Headers').fill('no header');
  await expect(inside.button('Publish')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Headers').fill('trace=4711');
  await page.getByLabel('Body').fill('{"hello": "飞鸽"}');
  await inside.button('Publish').click();
  await expect(page.getByRole('status').filter({ hasText: 'Confirmed by pair-' })).toBeVisible();
  await page.getByRole('link', { name: /Look at offset/ }).click();
  await expect(page.getByRole('heading', { name: /^Offset .* at pair-/ })).toBeVisible();
});

test('a search says how far it looked, and looks further @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/messages', 'orders');
  await expect(page.getByText('40 found; looked at 40 messages, and there are more.')).toBeVisible();
  await inside.button('Look further').click();
  await expect(page.getByText('60 found; looked at 60 messages, to the end.')).toBeVisible();
  await page.getByLabel('Key', { exact: true }).fill('customer-7');
  await inside.button('Look').click();
  await expect(page).toHaveURL(/key=customer-7/);
  await expect(page.getByText(/^5 found; looked at 40 messages/)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('');
  await page.getByLabel('From').fill('12');
  await expect(inside.button('Look')).toHaveAccessibleDescription('An offset needs a pair.');
  await page.goto('/topics/orders/messages?key=nobody');
  await expect(page.getByText('0 found; looked at 60 messages, to the end.')).toBeVisible();
});

test('what people who mean ill have written is only text @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/messages/pair-2/0', 'orders');
  await expect(page.getByText('<img src=x onerror="window.hacked = true">').first()).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await inside.open('/topics/orders/messages/pair-1/1', 'orders');
  await expect(page.getByRole('region', { name: 'Body', exact: true })).toContainText('pay invoiceU+202Egpj.exe now');
  await inside.open('/topics/orders/messages/pair-1/0', 'orders');
  await expect(page.getByRole('region', { name: 'Body', exact: true })).toContainText('"id": 12345678901234567890');
  await inside.button('Hex').click();
  await expect(page.getByRole('region', { name: 'Body', exact: true })).toContainText('000000  7b 22 69 64');
});

test('a message says where each group stands with it @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/messages/pair-1/0', 'orders');
  await expect(inside.rows('Where groups stand with it')).toHaveCount(6);
  await expect(page.getByText('dead-lettered')).toBeVisible();
  await expect(inside.rows('Where groups stand with it').getByRole('link', { name: 'pair-1 · 0' })).toBeVisible();
  await expect(page.getByText('with a handler')).toBeVisible();
  await expect(page.getByText('1,204 unsettled before it')).toBeVisible();
  await inside.expectWell();
  await page.getByRole('table', { name: 'Where groups stand with it' }).getByRole('link', { name: 'search' }).click();
  await expect(page).toHaveURL(/\/topics\/orders\/groups\/search/);
});

test('a group says why it does not move, and is reset after a question @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/groups/billing', 'billing');
  await expect(page.getByText('all messages are held by 2 consumers').first()).toBeVisible();
  await inside.button('Reset …').click();
  await expect(inside.dialog).toContainText('2,124 unsettled messages are skipped');
  await page.getByLabel('Go on at').selectOption('an offset');
  await expect(inside.dialog.getByRole('button', { name: 'Reset …' })).toHaveAccessibleDescription(
    /an offset needs a pair/,
  );
  await page.getByLabel('Go on at').selectOption('the end');
  await inside.expectWell();
  await page.getByLabel('Type billing to confirm').fill('billing');
  await inside.dialog.getByRole('button', { name: 'Reset …' }).click();
  await expect(inside.dialog).toHaveCount(0);
  await expect(page.getByText('nothing to do').first()).toBeVisible();
});

test('a delayed message is cancelled @own', async ({ inside }) => {
  await inside.open('/topics/orders/delayed', 'orders');
  await expect(inside.rows('Delayed')).toHaveCount(2);
  await inside.button('Cancel message pair-1/4711.0').click();
  await expect(inside.dialog).toContainText('pair-1/4711.0 is never delivered.');
  await inside.dialog.getByRole('button', { name: 'Cancel message' }).click();
  await expect(inside.rows('Delayed')).toHaveCount(1);
});

test('a message is published for later, and waits @own', async ({ inside, page }) => {
  await inside.open('/topics/orders/publish', 'orders');
  await page.getByLabel('Body').fill('a reminder');
  await page.getByLabel('Deliver after, in seconds').fill('3600');
  await inside.button('Publish').click();
  await expect(page.getByRole('status').filter({ hasText: 'Confirmed by pair-1' })).toBeVisible();
  await inside.link('It waits for its time').click();
  await expect(inside.rows('Delayed')).toHaveCount(3);
});

test('dead letters are told by their reasons @own', async ({ inside }) => {
  await inside.open('/dead-letters', 'Dead letters');
  await inside.link('orders.dlq').click();
  await expect(inside.rows('Reasons').filter({ hasText: 'not JSON' }).first()).toContainText('billing');
  await inside.rows('Reasons').first().getByRole('link', { name: /pair-/ }).click();
  await expect(inside.page.getByRole('heading', { name: 'Why it is a dead letter' })).toBeVisible();
});

test('dead letters are replayed and dropped by their reasons @own', async ({ inside, page }) => {
  await inside.open('/dead-letters/orders.dlq', 'orders.dlq');
  const before = await inside.rows('Reasons').count();
  await inside.button('Replay: no such customer').first().click();
  await expect(inside.dialog).toContainText('The other groups of today do not get them.');
  await inside.expectWell();
  await page.getByLabel('Letters a second, at most').fill('100');
  await inside.dialog.getByRole('button', { name: 'Replay' }).click();
  await expect(inside.dialog).toHaveCount(0);
  await expect(inside.rows('Reasons')).toHaveCount(before - 1);
  await inside.button('Drop: not JSON').first().click();
  await inside.dialog.getByRole('button', { name: 'Drop' }).click();
  await expect(inside.dialog).toHaveCount(0);
  await expect(inside.rows('Reasons')).toHaveCount(before - 2);
});

test('one dead letter is edited and replayed, once @own', async ({ inside }) => {
  await inside.open('/topics/orders.dlq/messages/pair-1/0', 'orders.dlq');
  await inside.button('Edit and replay').click();
  await inside.dialog.getByLabel('Body').fill('{"amount": 7}');
  await inside.expectWell();
  await inside.dialog.getByRole('button', { name: 'Replay' }).click();
  await expect(inside.dialog).toHaveCount(0);
  await expect(inside.page.getByText('It was replayed or dropped').first()).toBeVisible();
  await expect(inside.button('Replay').first()).toBeDisabled();
});

test('what was begun with one topic is not taken to another @own', async ({ inside, page }) => {
  await inside.open('/topics/orders', 'orders');
  await inside.button('Change').click();
  await page.getByLabel('Attempts').fill('99');
  await inside.button('Find').click();
  await page.getByRole('combobox', { name: 'Find anything by its name' }).fill('invoices');
  await page.keyboard.press('Enter');
  await expect(inside.heading('invoices')).toBeVisible();
  await expect(inside.button('Save')).toHaveCount(0);
});

test('groups of all topics are on one page, and found by their names @own', async ({ inside, page }) => {
  await inside.open('/groups', 'Groups');
  await expect(inside.rows('Groups').first()).toContainText('billing');
  await expect(inside.rows('Groups').first()).toContainText('2,124');
  await page.goto('/groups?contains=ORDERS%20/%20m');
  await expect(inside.rows('Groups')).toHaveCount(1);
  await expect(page.getByLabel('Part of a name')).toHaveValue('ORDERS / m');
  await inside.open('/topics', 'Topics');
  await inside.button('Find').click();
  await page.getByRole('combobox', { name: 'Find anything by its name' }).fill('/ mail');
  await page.getByRole('option', { name: 'orders / mail group' }).click();
  await expect(inside.heading('mail')).toBeVisible();
});

test('charts go back as far as is wanted, and the address keeps it @own', async ({ inside, page }) => {
  await inside.open('/', 'Overview');
  await page.getByLabel('How far back').selectOption('The last month');
  await expect(page).toHaveURL(/range=month/);
  await page.reload();
  await expect(page.getByLabel('How far back')).toHaveValue('month');
  await inside.expectWell();
});

test('a topic, a group and a node have charts of their own, unless none are kept @own', async ({ inside, page }) => {
  await inside.open('/topics/orders', 'orders');
  await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^In: / })).toBeVisible();
  await page.getByLabel('How far back').selectOption('The last week');
  await page.goto('/topics/orders/groups/billing?range=week');
  await expect(page.getByLabel('How far back')).toHaveValue('week');
  await expect(page.getByRole('img', { name: /^Out: / })).toBeVisible();
  await page.goto('/nodes/node-1');
  await expect(page.getByRole('img', { name: /^Confirm, p99: / })).toBeVisible();
  await inside.expectWell();
  await page.goto('/topics/empty');
  await expect(page.getByText('No figures are kept of it')).toBeVisible();
  await inside.expectWell();
});

test('what another one has changed meanwhile is not written over, and is shown @own', async ({
  inside,
  page,
  steer,
}) => {
  await inside.open('/topics/orders', 'orders');
  await inside.button('Change').click();
  await page.getByLabel('Lease, in seconds').fill('12');
  await steer('meddle');
  await inside.button('Save').click();
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed it since this page showed it.');
  await expect(page.getByRole('alert')).toContainText('Nothing was changed.');
  await inside.expectWell();
  await inside.button('Load it anew').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Attempts')).toHaveValue('9');
  await expect(page.getByLabel('Lease, in seconds')).toHaveValue('30');
  await page.getByLabel('Lease, in seconds').fill('12');
  await inside.button('Save').click();
  await expect(page.getByText('12 s', { exact: true })).toBeVisible();
});
