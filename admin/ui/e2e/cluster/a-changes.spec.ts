import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { Console } from '../pages/Console';

const token = process.env.FEIGE_TOKEN ?? '';
/** The command line of the cluster, which finds it and is let in by the environment. */
const feige = process.env.FEIGE_LAUNCHER ?? '';

/** Runs a command to its end. */
function run(...words: string[]): void {
  const ended = spawnSync(feige, words, { encoding: 'utf8' });
  expect(ended.status, ended.stderr).toBe(0);
}

/** A consumer that is stuck: it cannot write what it got, because nobody reads and it is more than a pipe takes. */
async function whileStuck(topic: string, group: string, look: () => Promise<void>): Promise<void> {
  const consumer = spawn('sh', ['-c', `'${feige}' pull ${topic} --group ${group} | sleep 3600`], {
    detached: true,
    stdio: 'ignore',
  });
  try {
    await look();
  } finally {
    process.kill(-(consumer.pid ?? 0), 'SIGKILL');
  }
}

test('what can be changed is changed in a real cluster', async ({ page }) => {
  const console = new Console(page);
  await console.logInWith(token);

  await test.step('a topic is made and changed', async () => {
    await console.open('/new-topic', 'New topic');
    await page.getByLabel('Name').fill('changed');
    await page.getByLabel('Lease, in seconds').fill('1');
    await console.button('Create').click();
    await expect(console.heading('changed')).toBeVisible();
    await console.button('Change').click();
    await page.getByLabel('Attempts').fill('1');
    await console.button('Save').click();
    await expect(console.button('Save')).toHaveCount(0);
  });

  await test.step('a message is published, and found by its key', async () => {
    await console.open('/topics/changed/publish', 'changed');
    await page.getByLabel('Key', { exact: true }).fill('customer-7');
    await page.getByLabel('Headers').fill('trace=4711');
    await page.getByLabel('Body').fill('x'.repeat(40_000));
    for (let i = 0; i < 3; i++) {
      await console.button('Publish').click();
      await expect(page.getByRole('link', { name: `Look at offset ${i}` })).toBeVisible();
    }
    await console.open('/topics/changed/messages', 'changed');
    await page.getByLabel('Key', { exact: true }).fill('customer-7');
    await console.button('Look').click();
    await expect(page.getByText(/^3 found; looked at 3 messages/)).toBeVisible();
  });

  await test.step('one is published for later, and cancelled', async () => {
    await console.open('/topics/changed/publish', 'changed');
    await page.getByLabel('Body').fill('a reminder');
    await page.getByLabel('Deliver after, in seconds').fill('3600');
    await console.button('Publish').click();
    await console.link('It waits for its time').click();
    await expect(console.rows('Delayed')).toHaveCount(1);
    await console.button(/^Cancel message pair-/).click();
    await console.dialog.getByRole('button', { name: 'Cancel message' }).click();
    await expect(console.rows('Delayed')).toHaveCount(0);
  });

  await test.step('a message that a consumer does not get done with is a dead letter, with its reason', async () => {
    await whileStuck('changed', 'slow', async () => {
      await expect(async () => {
        await console.open('/dead-letters', 'Dead letters');
        expect(await console.link('changed.dlq').count()).toBe(1);
      }).toPass();
    });
    await console.link('changed.dlq').click();
    await expect(console.rows('Reasons').first()).toContainText('slow');
    await console.expectWell();
  });

  await test.step('a group is reset and deleted', async () => {
    run('pull', 'changed', '--group', 'billing', '--count', '3', '--output', '/dev/null');
    await console.open('/topics/changed/groups/billing', 'billing');
    await expect(page.getByText('nothing to do').first()).toBeVisible();
    await console.button('Reset …').click();
    await page.getByLabel('Go on at').selectOption('the oldest that is held');
    await expect(console.dialog).toContainText('Everything that is still held comes again, up to 3 messages');
    await page.getByLabel('Type billing to confirm').fill('billing');
    await console.dialog.getByRole('button', { name: 'Reset …' }).click();
    await expect(console.dialog).toHaveCount(0);
    await expect(page.getByText('Unsettled', { exact: true }).first().locator('..')).toContainText('3');
    await console.button('Delete …').click();
    await page.getByLabel('Type billing to confirm').fill('billing');
    await console.dialog.getByRole('button', { name: 'Delete …' }).click();
    await expect(console.heading('changed')).toBeVisible();
  });

  await test.step('a promotion says what may be missing, and is left alone', async () => {
    await console.open('/pairs/pair-2', 'pair-2');
    await console.button('Promote …').click();
    await expect(console.dialog).toContainText('node-1');
    await page.keyboard.press('Escape');
    await expect(console.dialog).toHaveCount(0);
  });

  await test.step('the topic is deleted, and all of it stands in the audit log', async () => {
    await console.open('/topics/changed', 'changed');
    await console.button('Delete …').click();
    await page.getByLabel('Type changed to confirm').fill('changed');
    await console.dialog.getByRole('button', { name: 'Delete …' }).click();
    await expect(console.heading('Topics')).toBeVisible();
  });
  expect(console.complaints).toEqual([]);
});

test('users and tokens are made, used and taken away in a real cluster', async ({ page, browser }) => {
  const console = new Console(page);
  await console.logInWith(token);
  await console.open('/users', 'Users and tokens');
  await console.button('New user').click();
  await page.getByLabel('Name').fill('mail');
  await page.getByLabel('Rights').fill('viewer');
  await console.button('Create').click();
  await expect(console.heading('mail')).toBeVisible();
  await console.button('New token').click();
  await page.getByLabel('Note').fill('laptop');
  await console.button('Create').click();
  const shown = await page.getByText(/^fgt_/).innerText();
  await console.button('I have kept it').click();
  await expect(console.rows('Tokens')).toContainText('laptop');

  const other = await browser.newContext({ ignoreHTTPSErrors: true });
  const theirs = new Console(await other.newPage());
  await theirs.logInWith(shown.trim());
  await theirs.open('/pairs/pair-1', 'pair-1');
  await expect(theirs.button('Switch …')).toHaveAttribute('aria-disabled', 'true');
  await theirs.expectWell();

  await page.getByLabel('Rights, one a line').fill('operator');
  await page.getByRole('region', { name: 'Rights' }).getByRole('button', { name: 'Save' }).click();
  await expect(async () => {
    await theirs.open('/pairs/pair-1', 'pair-1');
    expect(await theirs.button('Switch …').getAttribute('aria-disabled')).not.toBe('true');
  }).toPass();
  const password = 'correct horse battery';
  const given = page.getByRole('region', { name: 'New password' });
  await given.getByLabel('New password').fill(password);
  await given.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('It holds from now on.')).toBeVisible();
  await theirs.button('Log out').click();
  await theirs.logIn('mail', password);

  await console.button('Disable').click();
  await expect(page.getByText('disabled')).toBeVisible();
  await theirs.page.goto('/pairs');
  await expect(theirs.button('Log in')).toBeVisible();
  await other.close();

  await console.button('Enable').click();
  await expect(page.getByText('enabled')).toBeVisible();
  await console.button(/^Revoke token/).click();
  await console.dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(console.rows('Tokens').filter({ hasText: 'laptop' })).toHaveCount(0);
  await console.button('Delete …').click();
  await page.getByLabel('Type mail to confirm').fill('mail');
  await console.dialog.getByRole('button', { name: 'Delete …' }).click();
  await expect(console.heading('Users and tokens')).toBeVisible();
  await console.open('/audit', 'Audit');
  await expect(console.rows('Audit').filter({ hasText: 'mail' }).first()).toBeVisible();
});
