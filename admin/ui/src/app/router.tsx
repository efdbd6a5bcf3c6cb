import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { AlertsPage } from '../pages/alerts/AlertsPage';
import { AuditPage } from '../pages/audit/AuditPage';
import { ClientsPage } from '../pages/clients/ClientsPage';
import { DeadLettersPage } from '../pages/dead-letters/DeadLettersPage';
import { ReasonsPage } from '../pages/dead-letters/ReasonsPage';
import { AllDelayedPage } from '../pages/delayed/AllDelayedPage';
import { DelayedPage } from '../pages/delayed/DelayedPage';
import { EventsPage } from '../pages/events/EventsPage';
import { GroupPage } from '../pages/groups/GroupPage';
import { GroupsPage } from '../pages/groups/GroupsPage';
import { LoginPage } from '../pages/login/LoginPage';
import { SetupPage } from '../pages/login/SetupPage';
import { MailboxPage } from '../pages/mailboxes/MailboxPage';
import { MailboxesPage } from '../pages/mailboxes/MailboxesPage';
import { MessagePage } from '../pages/messages/MessagePage';
import { MessagesPage } from '../pages/messages/MessagesPage';
import { PublishPage } from '../pages/messages/PublishPage';
import { AdminPage } from '../pages/nodes/AdminPage';
import { NodePage } from '../pages/nodes/NodePage';
import { NodesPage } from '../pages/nodes/NodesPage';
import { OverviewPage } from '../pages/overview/OverviewPage';
import { PairPage } from '../pages/pairs/PairPage';
import { PairsPage } from '../pages/pairs/PairsPage';
import { ProxyPage } from '../pages/proxies/ProxyPage';
import { SalvagePage } from '../pages/salvage/SalvagePage';
import { QuotasPage } from '../pages/quotas/QuotasPage';
import { RestPage } from '../pages/rest/RestPage';
import { StorePage } from '../pages/store/StorePage';
import { NewTopicPage } from '../pages/topics/NewTopicPage';
import { TopicPage } from '../pages/topics/TopicPage';
import { TopicsPage } from '../pages/topics/TopicsPage';
import { UserPage } from '../pages/users/UserPage';
import { UsersPage } from '../pages/users/UsersPage';
import { NotFound } from './NotFound';
import { Gate } from './Gate';
import { parseSearch, writeSearch, type Search } from './search';
import { Shell } from './Shell';

const root = createRootRoute({
  component: Gate,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell, notFoundComponent: NotFound });

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
  createRoute({ getParentRoute: () => root, path: '/setup', component: SetupPage }),
  shell.addChildren([
    createRoute({ getParentRoute: () => shell, path: '/', component: OverviewPage }),
    createRoute({ getParentRoute: () => shell, path: '/pairs', component: PairsPage }),
    createRoute({ getParentRoute: () => shell, path: '/pairs/$pair', component: PairPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics', component: TopicsPage }),
    createRoute({ getParentRoute: () => shell, path: '/new-topic', component: NewTopicPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic', component: TopicPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/messages', component: MessagesPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/messages/$pair/$offset', component: MessagePage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/publish', component: PublishPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/delayed', component: DelayedPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/mailboxes', component: MailboxesPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/mailboxes/$identity', component: MailboxPage }),
    createRoute({ getParentRoute: () => shell, path: '/topics/$topic/groups/$group', component: GroupPage }),
    createRoute({ getParentRoute: () => shell, path: '/groups', component: GroupsPage }),
    createRoute({ getParentRoute: () => shell, path: '/dead-letters', component: DeadLettersPage }),
    createRoute({ getParentRoute: () => shell, path: '/dead-letters/$topic', component: ReasonsPage }),
    createRoute({ getParentRoute: () => shell, path: '/delayed', component: AllDelayedPage }),
    createRoute({ getParentRoute: () => shell, path: '/nodes', component: NodesPage }),
    createRoute({ getParentRoute: () => shell, path: '/nodes/$node', component: NodePage }),
    createRoute({ getParentRoute: () => shell, path: '/proxies/$proxy', component: ProxyPage }),
    createRoute({ getParentRoute: () => shell, path: '/clients', component: ClientsPage }),
    createRoute({ getParentRoute: () => shell, path: '/alerts', component: AlertsPage }),
    createRoute({ getParentRoute: () => shell, path: '/events', component: EventsPage }),
    createRoute({ getParentRoute: () => shell, path: '/admins/$admin', component: AdminPage }),
    createRoute({ getParentRoute: () => shell, path: '/rest', component: RestPage }),
    createRoute({ getParentRoute: () => shell, path: '/store', component: StorePage }),
    createRoute({ getParentRoute: () => shell, path: '/salvage', component: SalvagePage }),
    createRoute({ getParentRoute: () => shell, path: '/users', component: UsersPage }),
    createRoute({ getParentRoute: () => shell, path: '/users/$user', component: UserPage }),
    createRoute({ getParentRoute: () => shell, path: '/quotas', component: QuotasPage }),
    createRoute({ getParentRoute: () => shell, path: '/audit', component: AuditPage }),
    createRoute({ getParentRoute: () => shell, path: '$', component: NotFound }),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch: writeSearch,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  // What was typed or asked of one object must not be taken for another one's.
  defaultRemountDeps: ({ params }) => params as Readonly<Record<string, string>>,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
