import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export const USER = process.env.FEIGE_USER ?? 'ann';
export const PASSWORD = process.env.FEIGE_PASSWORD ?? 'correct horse battery';

/** The console as a person has it: by roles and names, never by how it is made. */
export class Console {
  readonly page: Page;
  /** What the browser complained of. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (line) => {
      if (
        line.type() === 'error' &&
        !/status of (40[134]|412|503)|ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED/.test(line.text())
      ) {
        this.complaints.push(line.text());
      }
    });
  }

  async logIn(user = USER, password = PASSWORD): Promise<void> {
    await this.page.goto('/');
    const field = this.page.getByRole('textbox', { name: 'User' });
    await expect(field.or(this.heading('Overview'))).toBeVisible();
    if (await field.isVisible()) {
      await field.fill(user);
      await this.page.getByLabel('Password').fill(password);
      await this.button('Log in').click();
    }
    await expect(this.heading('Overview')).toBeVisible();
  }

  /** With a token, as to a cluster that has no users yet. */
  async logInWith(token: string): Promise<void> {
    await this.page.goto('/');
    await this.button('With a token instead').click();
    await this.page.getByLabel('Token').fill(token);
    await this.button('Log in').click();
    await expect(this.heading('Overview')).toBeVisible();
  }

  async open(path: string, title: string | RegExp): Promise<void> {
    await this.page.goto(path);
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(this.page.getByText('Loading …')).toHaveCount(0);
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  table(name: string): Locator {
    return this.page.getByRole('table', { name, exact: true });
  }

  rows(table: string): Locator {
    return this.table(table)
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell') });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Nobody is shut out, nothing runs over the edge, and the browser had nothing to complain of. */
  async expectWell(): Promise<void> {
    // Before the page is there, it has no heading.
    await expect(this.page.locator('h1').first()).toBeVisible();
    // The other mode opens a page more for what is in frames of other origins, of which there are none. To describe
    // what is well takes as long again as to find what is not.
    const { violations } = await new AxeBuilder({ page: this.page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
    ).toEqual([]);
    const over = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, 'runs over the edge').toBeLessThanOrEqual(0);
    expect(this.complaints).toEqual([]);
  }
}
