import { expect } from '@playwright/test';
import { test } from './pages/fixtures';
import { PASSWORD } from './pages/Console';

const WHO = /\/api\/v1\/session(\?|$)/;
const NOBODY = { who: '', user: '', grants: [], csrf: '' };

test('a page that nobody has logged in to has no failed request @own', async ({ console, page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await page.goto('/topics');
  await expect(console.button('Log in')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
});

test('who is not logged in comes to the login page, and from there to where it wanted @own', async ({
  console,
  page,
}) => {
  await page.goto('/topics/orders?groups.sort=lag');
  await expect(console.heading('Log in')).toBeVisible();
  await console.expectWell();
  await page.getByRole('textbox', { name: 'User' }).fill('ann');
  await page.getByLabel('Password').fill(PASSWORD);
  await console.button('Log in').click();
  await expect(console.heading('orders')).toBeVisible();
  await expect(page).toHaveURL(/\/topics\/orders\?groups\.sort=lag$/);
});

test('a wrong password says so and what to do @own', async ({ console, page }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'User' }).fill('ann');
  await page.getByLabel('Password').fill('wrong wrong wrong');
  await console.button('Log in').click();
  await expect(page.getByRole('alert')).toContainText('The user or the password is wrong');
  await expect(page.getByRole('alert')).toContainText('Check both and try again.');
});

test('a token lets in, too @own', async ({ console, page }) => {
  await page.goto('/login');
  await console.button('With a token instead').click();
  await page.getByLabel('Token').fill('good-token');
  await console.button('Log in').click();
  await expect(console.heading('Overview')).toBeVisible();
});

test('the link that was printed lets in, and its token leaves the address @own', async ({ console, page }) => {
  await page.goto('/login#good-token');
  await expect(console.heading('Overview')).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
  await page.goBack();
  expect(page.url()).not.toContain('good-token');
});

test('what was asked before the log-in and is answered after it does not undo it @own', async ({ console, page }) => {
  const isInside = page.waitForRequest(/\/api\/v1\/(?!session)/);
  const isLate = page.waitForResponse((response) => WHO.test(response.url()) && response.request().method() === 'GET');
  await page.route(WHO, async (route) => {
    if (route.request().method() === 'GET') {
      await isInside;
      await route.fulfill({ json: NOBODY });
    } else {
      await route.fallback();
    }
  });
  await page.goto('/login#good-token');
  await isLate;
  await expect(console.heading('Overview')).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
});

test('a link of an earlier start says so, and lets try again @own', async ({ console, page }) => {
  await page.goto('/login#old-token');
  await expect(page.getByRole('alert')).toContainText('wrong');
  await expect(console.button('Log in')).toBeVisible();
});

test('where the settings ask for no users the page says where the token is @own', async ({ console, page }) => {
  await page.route(WHO, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { ...NOBODY, tokenFile: '/srv/feige-cluster/admin-1/http-7701.token' } })
      : route.fallback(),
  );
  await page.goto('/topics');
  await expect(page.getByText('/srv/feige-cluster/admin-1/http-7701.token')).toBeVisible();
  await expect(console.button('With user and password instead')).toHaveCount(0);
  await console.expectWell();
  await page.getByLabel('Token').fill('good-token');
  await console.button('Log in').click();
  await expect(console.heading('Topics')).toBeVisible();
});

test('the way back leads to no other site @own', async ({ console, page }) => {
  await page.goto('/login?to=https://example.com/');
  await page.getByRole('textbox', { name: 'User' }).fill('ann');
  await page.getByLabel('Password').fill(PASSWORD);
  await console.button('Log in').click();
  await expect(console.heading('Overview')).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
});

test('who logs out sees nothing any more @own', async ({ inside, page }) => {
  await inside.button('Log out').click();
  await expect(inside.heading('Log in')).toBeVisible();
  await page.goto('/pairs');
  await expect(inside.heading('Log in')).toBeVisible();
});

test('the set-up link makes the first administrator, and its secret leaves the address @own', async ({
  console,
  page,
}) => {
  await page.goto('/setup#setup-secret');
  await expect(console.heading('Set up')).toBeVisible();
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByRole('textbox', { name: 'User' }).fill('first');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Password once more').fill('another password!');
  await console.expectWell();
  await expect(console.button('Create the administrator')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Password once more').fill('a long enough password');
  await console.button('Create the administrator').click();
  await expect(console.heading('Overview')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('first');
});

test('who may only look is told which right is missing @own', async ({ console, page }) => {
  await console.logIn('vera', PASSWORD);
  await console.open('/pairs/pair-1', 'pair-1');
  const button = console.button('Switch …');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('You lack the right operator.');
  await button.click({ force: true });
  await expect(console.dialog).toHaveCount(0);
  await expect(console.link('Users and tokens')).toHaveCount(0);
  await console.open('/topics/orders/messages', 'orders');
  await expect(page.getByText('You lack the right read:orders.')).toBeVisible();
});
