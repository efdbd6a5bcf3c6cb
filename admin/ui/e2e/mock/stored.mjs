// What the message store has: all that the journal has, and what that holds no more, from offset 400 on.
import { hostile, text } from './hostile.mjs';

const ONCE = Date.now() - 3 * 86_400_000;

/** What became of a message in its groups. */
function attempts(at) {
  const ended = (after, group, attempt, outcome, more = {}) => ({
    group,
    generation: 1,
    attempt,
    outcome,
    consumer: `${group}-1/31`,
    settledAt: new Date(at + after).toISOString(),
    ...more,
  });
  return [
    ended(112, 'mail', 1, 'ACKED'),
    ended(1_340, 'billing', 1, 'RETRY', {
      consumer: text('billing-2/18', hostile.img),
      dueAt: new Date(at + 2_340).toISOString(),
    }),
    ended(32_340, 'billing', 2, 'RETRY', { consumer: '', dueAt: new Date(at + 34_340).toISOString() }),
    ended(35_002, 'billing', 3, 'ACKED'),
    ended(61_000, 'search', 16, 'DEAD_LETTER', { reason: text('no such customer', hostile.rtl) }),
  ];
}

function why(world) {
  if (world.store === 'none') {
    return [404, 'NO_HISTORY', 'this Admin is not told of a message store', 'Set sql.url of Admin.'];
  }
  return world.store === 'away'
    ? [503, 'HISTORY_UNREACHABLE', 'the message store at db:3306 cannot be read now', 'Try again.']
    : undefined;
}

export function storedAt(world, topic, pair, offset, journal) {
  const problem = why(world);
  if (problem !== undefined) return { problem };
  const held = journal.find((each) => each.pair === pair && each.offset === offset);
  const old = { pair, offset, publishTime: new Date(ONCE).toISOString(), storedAt: new Date(ONCE + 95).toISOString() };
  const found = held ?? (offset >= 400 && offset < 420 ? { ...old, key: 'customer-7', body: '{"n":1}' } : undefined);
  if (found === undefined) {
    const name = `${topic}/${pair}/${offset}`;
    return { problem: [404, 'NOT_FOUND', `the message store has no message ${name}`, 'It may have been dropped.'] };
  }
  const seen = offset % 5 === 4 ? [] : attempts(Date.parse(found.publishTime));
  return { messages: [{ ...found, epoch: 7, attempts: seen, moreAttempts: false }] };
}

/** Of 20 messages a time, the youngest first; with a header it takes long. */
export function findStored(world, topic, query, journal) {
  const problem = why(world);
  if (problem !== undefined) return { problem };
  const after = query.get('after');
  const begin = after === null ? 0 : Number(after.split('-')[0]);
  const key = query.get('key');
  const header = query.get('header');
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '~';
  const all = [...journal].reverse();
  const looked = all.slice(begin, begin + 20);
  const end = begin + looked.length;
  return {
    topic,
    messages: looked.filter(
      (each) =>
        (key === null || each.key === key) &&
        (header === null || each.headers?.[header.split('=')[0]] !== undefined) &&
        each.storedAt >= from &&
        each.storedAt < to,
    ),
    lookedAt: looked.length,
    timeUp: header !== null && end < all.length,
    ...(end < all.length && { lookedTo: looked.at(-1).storedAt, next: `${end}-7-0-pair-1` }),
  };
}
