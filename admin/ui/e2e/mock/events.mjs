// What has happened in a cluster that is nowhere, and what the tests have happen.
import { hostile, text } from './hostile.mjs';

const MINUTE = 60_000;

export function newEvents() {
  const now = Date.now();
  const ago = (minutes, kind, severity, of, sentence, more = {}) => ({
    atMillis: now - minutes * MINUTE,
    kind,
    severity,
    of,
    sentence,
    ...more,
  });
  const calm = Array.from({ length: 60 }, (_, i) =>
    ago(
      900 - i * 10,
      i % 2 ? 'NODE_CAME' : 'NODE_GONE',
      i % 2 ? 'INFO' : 'WARNING',
      'node-2',
      `node-2 ${i % 2 ? 'is heard again' : 'is not heard'}`,
    ),
  );
  return [
    ...calm,
    ago(61, 'LEADER', 'INFO', 'admin-1', 'admin-1 leads, after admin-2 was not heard for 5,104 ms'),
    ago(11.02, 'NODE_GONE', 'WARNING', 'node-2', 'node-2 is not heard'),
    ago(11, 'DECISION', 'WARNING', 'pair-1', 'failover from node-2 to node-1: node-2 silent for 389 ms'),
    ago(
      10.99,
      'REPORT',
      'INFO',
      'pair-1',
      'node-1 serves after 416 ms; nothing confirmed is lost, 122 messages come again',
    ),
    ago(10.95, 'ALERT', 'CRITICAL', 'pair-1', 'pair-1 has one copy of what is confirmed', {
      rule: 'no-standby-in-sync',
      whatToDo: 'Start the other node.',
    }),
    ago(10.5, 'NODE_CAME', 'INFO', 'node-2', 'node-2 is heard again'),
    ago(10.3, 'ALERT_OVER', 'INFO', 'pair-1', 'pair-1 has two copies again, after 39 s', {
      rule: 'no-standby-in-sync',
    }),
    ago(4, 'DRILL', 'INFO', 'pair-2', 'the drill of pair-2 passed: node-1 served after 604 ms'),
    ago(2, 'LEADER', 'INFO', text('admin-1', hostile.img), text('admin-1 leads', `${hostile.rtl} leads`)),
  ].map((event, i) => ({ id: `7-${i + 1}`, ...event }));
}

/** One more; the answer is its sentence. */
export function happen(world) {
  const n = world.events.length + 1;
  world.events.push({
    id: `7-${n}`,
    atMillis: Date.now(),
    kind: 'NODE_GONE',
    severity: 'WARNING',
    of: 'node-1',
    sentence: `node-1 is not heard, said as number ${n}`,
  });
}

export function eventsAfter(world, query) {
  const after = query.get('after');
  const limit = Number(query.get('limit') ?? 100);
  const number = (id) => Number(id.split('-')[1]);
  const found =
    after === null
      ? world.events.slice(-limit)
      : world.events.filter((each) => number(each.id) > number(after)).slice(0, limit);
  const missed = after !== null && world.events.length > 0 && number(after) + 1 < number(world.events[0].id);
  return { events: found, last: found.at(-1)?.id ?? after ?? '0-0', missed };
}
