import { test } from './pages/fixtures';

const PAGES: readonly (readonly [string, string, string | RegExp])[] = [
  ['overview', '/', 'Overview'],
  ['alerts', '/alerts', 'Alerts'],
  ['events', '/events', 'Events'],
  ['pairs', '/pairs', 'Pairs'],
  ['pair', '/pairs/pair-1', 'pair-1'],
  ['nodes', '/nodes', 'Nodes'],
  ['node', '/nodes/node-1', 'node-1'],
  ['admin', '/admins/admin-1', 'admin-1'],
  ['proxy', '/proxies/proxy-1', 'proxy-1'],
  ['clients', '/clients', 'Clients'],
  ['store', '/store', 'Message store'],
  ['salvage', '/salvage', 'Salvage'],
  ['topics', '/topics', 'Topics'],
  ['new-topic', '/new-topic', 'New topic'],
  ['topic', '/topics/orders', 'orders'],
  ['topic-empty', '/topics/empty', 'empty'],
  ['groups', '/groups', 'Groups'],
  ['group', '/topics/orders/groups/billing', 'billing'],
  ['messages', '/topics/orders/messages', 'orders'],
  ['messages-stored', '/topics/orders/messages?in=store', 'orders'],
  ['message', '/topics/orders/messages/pair-1/0', 'orders'],
  ['message-stored', '/topics/orders/messages/pair-1/400', 'orders'],
  ['message-hostile', '/topics/orders/messages/pair-2/0', 'orders'],
  ['message-long', '/topics/orders/messages/pair-1/2', 'orders'],
  ['message-bytes', '/topics/orders/messages/pair-2/2', 'orders'],
  ['publish', '/topics/orders/publish', 'orders'],
  ['delayed-of-topic', '/topics/orders/delayed', 'orders'],
  ['mailboxes', '/topics/inbox/mailboxes', 'inbox'],
  ['mailbox', '/topics/inbox/mailboxes/bob', 'bob'],
  ['dead-letters', '/dead-letters', 'Dead letters'],
  ['reasons', '/dead-letters/orders.dlq', 'orders.dlq'],
  ['dead-letter', '/topics/orders.dlq/messages/pair-1/0', 'orders.dlq'],
  ['delayed', '/delayed', 'Delayed'],
  ['rest', '/rest', 'REST interface'],
  ['users', '/users', 'Users and tokens'],
  ['user', '/users/billing', 'billing'],
  ['quotas', '/quotas', 'Quotas'],
  ['audit', '/audit', 'Audit'],
  ['nowhere', '/nowhere', 'There is no such page'],
];

const WAYS = [
  { name: 'wide', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  { name: 'tablet', viewport: { width: 820, height: 1180 }, colorScheme: 'light' },
  { name: 'phone', viewport: { width: 360, height: 780 }, colorScheme: 'light' },
] as const;

for (const { name: way, ...use } of WAYS) {
  test.describe(`${way} @own`, () => {
    test.use(use);
    // In one visit: to start a browser's page and to log in takes longer than what is looked at.
    test('every page is open to everybody', async ({ inside, page }) => {
      test.slow();
      for (const [name, path, title] of PAGES) {
        await test.step(name, async () => {
          await inside.open(path, title);
          if (name === 'pair') {
            await page.getByText('failover', { exact: true }).click();
          }
          await inside.expectWell();
        });
      }
    });
  });
}
