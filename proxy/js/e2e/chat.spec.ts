import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';

/** What e2e/run has started: the proxies, one of which is killed, and who may come. */
const proxies = (process.env.FEIGE_PROXIES ?? '').split(' ');
const cluster = process.env.FEIGE_CLUSTER ?? '';
const password = process.env.FEIGE_PASSWORD ?? '';

async function fill(page: Page, name: string, secret: string): Promise<void> {
  const ports = proxies.map((proxy) => new URL(proxy).port).join();
  await page.goto(`${proxies[0]}/chat?ports=${ports}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('User').fill('anna');
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Enter' }).click();
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('who shows a wrong password is told so', async ({ page }) => {
  await fill(page, 'Eve', 'a guess');
  await expect(page.getByRole('status')).toHaveText(/does not let you in|NOT_AUTHENTICATED|credentials/i);
});

test('two people chat, a proxy is killed, and nothing is missed', async ({ browser }) => {
  const anna = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  const ben = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await fill(anna, 'Anna', password);
  await fill(ben, 'Ben', password);
  await expect(anna.getByRole('status')).toHaveText('Connected.');
  await expect(anna.getByText('Ben: has come in')).toBeVisible();

  const said = [];
  for (let i = 0; i < 40; i++) {
    said.push(`<b>word ${i}</b>`);
    await say(i % 2 === 0 ? anna : ben, said[i]!);
    if (i === 20) {
      process.kill(Number(readFileSync(`${cluster}/proxy-1.pid`, 'utf8')), 'SIGKILL');
    }
  }
  for (const page of [anna, ben]) {
    for (const text of said) {
      await expect(page.getByText(text, { exact: false })).toHaveCount(1);
    }
    await expect(page.getByRole('status')).toHaveText('Connected.');
  }
});
