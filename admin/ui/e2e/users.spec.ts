import { expect } from '@playwright/test';
import { test } from './pages/fixtures';

test('a user is made, gets rights and a token that is shown once, and goes @own', async ({ inside, page }) => {
  await inside.open('/users', 'Users and tokens');
  await inside.button('New user').click();
  await page.getByLabel('Name').fill('mail');
  await page.getByLabel('Rights').fill('viewer, consume:orders/mail');
  await inside.button('Create').click();
  await expect(inside.heading('mail')).toBeVisible();
  await expect(page.getByLabel('Rights, one a line')).toHaveValue('viewer\nconsume:orders/mail');

  await inside.button('Disable').click();
  await expect(page.getByText('disabled')).toBeVisible();

  await inside.button('New token').click();
  await page.getByLabel('Note').fill('laptop');
  await inside.button('Create').click();
  await expect(page.getByText('feige_shown_once_and_never_again')).toBeVisible();
  await inside.expectWell();
  await inside.button('I have kept it').click();
  await expect(page.getByText('feige_shown_once_and_never_again')).toHaveCount(0);
  await expect(inside.rows('Tokens')).toContainText('laptop');

  await inside.button('Delete …').click();
  await page.getByLabel('Type mail to confirm').fill('mail');
  await inside.dialog.getByRole('button', { name: 'Delete …' }).click();
  await expect(inside.heading('Users and tokens')).toBeVisible();
  await expect(inside.rows('Users')).toHaveCount(2);
});

test('a quota is set, and lifted @own', async ({ inside, page }) => {
  await inside.open('/quotas', 'Quotas');
  await expect(inside.rows('Quotas')).toHaveCount(2);
  await inside.button('New quota').click();
  await page.getByLabel('Whose').fill('user:billing');
  await page.getByLabel('Published a second at each node, in MiB').fill('10');
  await inside.button('Save').click();
  await expect(inside.rows('Quotas')).toHaveCount(3);
  await expect(inside.rows('Quotas').filter({ hasText: 'user:billing' })).toContainText('10.0 MiB/s');
  await inside.button('Lift the quota of user:billing').click();
  await inside.dialog.getByRole('button', { name: 'Lift' }).click();
  await expect(inside.rows('Quotas')).toHaveCount(2);
  await inside.expectWell();
});

test('what was done can be looked through @own', async ({ inside, page }) => {
  await inside.open('/audit', 'Audit');
  await page.getByRole('searchbox', { name: 'Filter Audit' }).fill('not in sync');
  await expect(inside.rows('Audit')).toHaveCount(14);
  await page.getByRole('searchbox', { name: 'Filter Audit' }).fill('Switch the pair');
  await expect(inside.rows('Audit').first()).toContainText('/switch');
  await inside.button('Refused').click();
  await expect(page.getByText('Lines would be here as soon as somebody changes something:')).toBeVisible();
});

test('rights that another one has changed meanwhile are not written over @own', async ({ inside, page, steer }) => {
  await inside.open('/users/billing', 'billing');
  const rights = page.getByLabel('Rights, one a line');
  await rights.fill('operator');
  await steer('meddle');
  await inside.button('Save').first().click();
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed it since this page showed it.');
  await inside.button('Load it anew').click();
  await expect(rights).toHaveValue('viewer');
  await rights.fill('operator');
  await inside.button('Save').first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(rights).toHaveValue('operator');
});

test('where users are not let in the page says so @own', async ({ inside, page, steer }) => {
  await inside.open('/users', 'Users and tokens');
  await expect(page.getByText('No user can log in')).toHaveCount(0);
  await steer('lock');
  await page.reload();
  await expect(page.getByText('No user can log in: security.users is off.')).toBeVisible();
  await inside.expectWell();
});
