import { operations } from '../../api/operations';
import type { PlainKey } from '../../i18n/translate';

/** What each request does that changes something. */
const WORDS: Readonly<Record<string, PlainKey>> = {
  'POST /api/v1/pairs/{pair}/switch': 'audit.request.switch',
  'POST /api/v1/pairs/{pair}/drill': 'audit.request.drill',
  'POST /api/v1/pairs/{pair}/promote': 'audit.request.promote',
  'POST /api/v1/session': 'audit.request.login',
  'DELETE /api/v1/session': 'audit.request.logout',
  'DELETE /api/v1/proxies/{proxy}/sessions/{session}': 'audit.request.endSession',
  'POST /api/v1/proxies/{proxy}/notice': 'audit.request.notice',
  'POST /api/v1/proxies/{proxy}/drain': 'audit.request.drain',
  'POST /api/v1/topics': 'audit.request.createTopic',
  'PATCH /api/v1/topics/{topic}': 'audit.request.alterTopic',
  'DELETE /api/v1/topics/{topic}': 'audit.request.deleteTopic',
  'POST /api/v1/topics/{topic}/messages': 'audit.request.publish',
  'DELETE /api/v1/topics/{topic}/delayed/{pair}/{id}': 'audit.request.cancel',
  'POST /api/v1/topics/{topic}/letters/replay': 'audit.request.replay',
  'POST /api/v1/topics/{topic}/letters/drop': 'audit.request.drop',
  'POST /api/v1/topics/{topic}/letters/{pair}/{offset}/replay': 'audit.request.replayEdited',
  'DELETE /api/v1/topics/{topic}/mailboxes/{identity}': 'audit.request.deleteMailbox',
  'DELETE /api/v1/topics/{topic}/groups/{group}': 'audit.request.deleteGroup',
  'POST /api/v1/topics/{topic}/groups/{group}/reset': 'audit.request.resetGroup',
  'POST /api/v1/users': 'audit.request.createUser',
  'PATCH /api/v1/users/{user}': 'audit.request.alterUser',
  'DELETE /api/v1/users/{user}': 'audit.request.deleteUser',
  'POST /api/v1/users/{user}/password': 'audit.request.password',
  'POST /api/v1/tokens': 'audit.request.createToken',
  'DELETE /api/v1/tokens/{token}': 'audit.request.deleteToken',
  'PUT /api/v1/quotas/{of}': 'audit.request.setQuota',
  'DELETE /api/v1/quotas/{of}': 'audit.request.deleteQuota',
};

/** The words for a request as the audit log has it, such as "POST /api/v1/topics"; undefined: there are none. */
export function wordsOf(what: string): PlainKey | undefined {
  const [method = '', route = ''] = what.split(' ');
  const parts = (route.split('?')[0] ?? '').split('/');
  const operation = operations.find((each) => each.method === method && fits(each.path.split('/'), parts));
  return operation && WORDS[`${method} ${operation.path}`];
}

function fits(template: readonly string[], parts: readonly string[]): boolean {
  return template.length === parts.length && template.every((each, at) => each.startsWith('{') || each === parts[at]);
}
