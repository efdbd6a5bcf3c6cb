// Sessions of proxies that are nowhere.
import { hostile, text } from './hostile.mjs';

const COUNT = 130;

export function newSessions() {
  const now = Date.now();
  return Array.from({ length: COUNT }, (_, i) => ({
    id: String(4_000 + i),
    address: `10.0.7.${20 + (i % 200)}`,
    user: i % 3 === 0 ? '' : i === 4 ? text('anna', hostile.img) : 'anna',
    startedAt: new Date(now - (COUNT - i) * 91_000).toISOString(),
    subscriptions: 1 + (i % 3),
    behind: i === 1 ? 41_000 : 0,
    owedBytes: i === 1 ? 65_536 : 0,
  }));
}

export function sessionsOf(world, query) {
  const after = Number(query.get('after') ?? '0');
  const limit = Number(query.get('limit') ?? '100');
  const behind = world.sessions.filter(({ id }) => Number(id) > after);
  const page = behind.slice(0, limit);
  return { sessions: page, ...(page.length < behind.length && { next: page.at(-1).id }) };
}

/** What an operator wants of a proxy; how many sessions it was done to. */
export function done(world, what, session, body) {
  const before = world.sessions.length;
  if (what === 'sessions') {
    world.sessions = world.sessions.filter(({ id }) => id !== session);
    return { sessions: before - world.sessions.length };
  }
  if (what === 'notice') world.notice = body.text;
  if (what === 'drain') world.status.proxies[0].state = 'STOPPING';
  return { sessions: before };
}
