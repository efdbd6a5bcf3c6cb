import { expect, test } from '@playwright/test';
import { Console } from '../pages/Console';

const token = process.env.FEIGE_TOKEN ?? '';

/** What there is in a cluster that has just begun; its own topic comes with the first test. */
const PAGES: readonly (readonly [string, string])[] = [
  ['/', 'Overview'],
  ['/alerts', 'Alerts'],
  ['/events', 'Events'],
  ['/pairs', 'Pairs'],
  ['/pairs/pair-2', 'pair-2'],
  ['/nodes', 'Nodes'],
  ['/nodes/node-1', 'node-1'],
  ['/admins/admin-1', 'admin-1'],
  ['/clients', 'Clients'],
  ['/store', 'Message store'],
  ['/salvage', 'Salvage'],
  ['/topics', 'Topics'],
  ['/topics/rehearsed', 'rehearsed'],
  ['/topics/rehearsed/messages', 'rehearsed'],
  ['/topics/rehearsed/delayed', 'rehearsed'],
  ['/dead-letters', 'Dead letters'],
  ['/delayed', 'Delayed'],
  ['/users', 'Users and tokens'],
  ['/audit', 'Audit'],
  ['/rest', 'REST interface'],
];

test('every page shows a real cluster, a drill is judged, and the pair is switched back', async ({ page }) => {
  const console = new Console(page);
  await console.logInWith(token);
  await console.open('/new-topic', 'New topic');
  await page.getByLabel('Name').fill('rehearsed');
  await console.button('Create').click();
  await expect(console.heading('rehearsed')).toBeVisible();
  for (const [path, title] of PAGES) {
    await console.open(path, title);
    await console.expectWell();
  }

  await console.open('/pairs/pair-1', 'pair-1');
  const [first, second] = [page.getByRole('group', { name: 'node-1' }), page.getByRole('group', { name: 'node-2' })];
  await expect(first).toContainText('serves');
  await console.button('Drill …').click();
  await page.getByLabel('Type pair-1 to confirm').fill('pair-1');
  const begun = Date.now();
  await console.button('End node-1').click();
  await expect(second).toContainText('serves');
  test.info().annotations.push({ type: 'role shown after', description: `${String(Date.now() - begun)} ms` });
  const drill = page.getByRole('region', { name: 'Drill' });
  await expect(drill.getByRole('status')).toContainText('passed');
  await expect(drill.getByRole('listitem').nth(0)).toContainText('node-2 served');
  await console.expectWell();
  await console.open('/events', 'Events');
  await expect(page.getByText(/the drill has PASSED/).first()).toBeVisible();

  await console.open('/pairs/pair-1', 'pair-1');
  await expect(first).toContainText('in sync');
  await console.button('Switch …').click();
  await console.button('Have node-1 serve').click();
  await expect(first).toContainText('serves');
  await expect(second).toContainText('in sync');
});
