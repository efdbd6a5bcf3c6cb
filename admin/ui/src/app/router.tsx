import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { AlertsPage } from '../pages/alerts/AlertsPage';
import { AuditPage } from '../pages/audit/AuditPage';
import { DeadLettersPage } from '../pages/dead-letters/DeadLettersPage';
import { ReasonsPage } from '../pages/dead-letters/ReasonsPage';
import { AllDelayedPage } from '../pages/delayed/AllDelayedPage';
import { DelayedPage } from '../pages/delayed/DelayedPage';
import { GroupPage } from '../pages/groups/GroupPage';
import { LoginPage } from '../pages/login/LoginPage';
import { SetupPage } from '../pages/login/SetupPage';
import { MessagePage } from '../pages/messages/MessagePage';
import { MessagesPage } from '../pages/messages/MessagesPage';
import { PublishPage } from '../pages/messages/PublishPage';
import { NodePage } from '../pages/nodes/NodePage';
import { NodesPage } from '../pages/nodes/NodesPage';
import { OverviewPage } from '../pages/overview/OverviewPage';
import { PairPage } from '../pages/pairs/PairPage';
import { PairsPage } from '../pages/pairs/PairsPage';
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

const at = <P extends string>(path: P, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => shell, path, component });

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell, notFoundComponent: NotFound });

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
  createRoute({ getParentRoute: () => root, path: '/setup', component: SetupPage }),
  shell.addChildren([
    at('/', OverviewPage),
    at('/pairs', PairsPage),
    at('/pairs/$pair', PairPage),
    at('/topics', TopicsPage),
    at('/new-topic', NewTopicPage),
    at('/topics/$topic', TopicPage),
    at('/topics/$topic/messages', MessagesPage),
    at('/topics/$topic/messages/$pair/$offset', MessagePage),
    at('/topics/$topic/publish', PublishPage),
    at('/topics/$topic/delayed', DelayedPage),
    at('/topics/$topic/groups/$group', GroupPage),
    at('/dead-letters', DeadLettersPage),
    at('/dead-letters/$topic', ReasonsPage),
    at('/delayed', AllDelayedPage),
    at('/nodes', NodesPage),
    at('/nodes/$node', NodePage),
    at('/alerts', AlertsPage),
    at('/users', UsersPage),
    at('/users/$user', UserPage),
    at('/audit', AuditPage),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch: writeSearch,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
