// What the replicas of a cluster that is nowhere had to cut.
import { hostile, text } from './hostile.mjs';

const HOUR = 3_600_000;

const ofTopic = (topic, messages, delayedMessages = 0) => ({
  topic,
  partition: 3,
  batches: 9,
  messages,
  delayedMessages,
  firstOffset: 4_711,
  lastOffset: 4_711 + messages,
  bytes: messages * 91,
});

function file(node, hours, position, topics, more = {}) {
  return {
    node,
    file: `7-${position}.salvage`,
    pair: 'pair-1',
    cutAt: new Date(Date.now() - hours * HOUR).toISOString(),
    cutEpoch: 7,
    position,
    bytes: 31_948,
    frames: 44,
    firstEpoch: 6,
    lastEpoch: 6,
    messages: topics.reduce((sum, each) => sum + each.messages + each.delayedMessages, 0),
    topics,
    moreTopics: 0,
    read: true,
    damage: '',
    ...more,
  };
}

const all = () => [
  file('node-2', 1, 9_411_008, [], { read: false, bytes: 0, frames: 0, firstEpoch: 0, lastEpoch: 0 }),
  file('node-2', 30, 20_841, [ofTopic('orders', 340, 2), ofTopic('invoices', 8)]),
  file('node-1', 90, 11_004, [ofTopic(text('mail', hostile.img), 3), ofTopic('', 1)], {
    pair: 'pair-2',
    moreTopics: 4,
    damage: text('the frame at 12,310 does not have its checksum', `the frame ${hostile.rtl} is bad`),
  }),
];

export function salvageOf(world, query) {
  const node = query.get('node');
  const isAlive = (id) => world.status.nodes.find((each) => each.id === id)?.alive === true;
  const files = world.isClean
    ? []
    : all().filter((each) => isAlive(each.node) && (node === null || each.node === node));
  return { files, more: 0, missing: world.status.nodes.filter(({ alive }) => !alive).map(({ id }) => id) };
}
