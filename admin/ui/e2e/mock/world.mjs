// A cluster that is nowhere: two pairs, some topics, and messages of people who mean ill.
import { createHash } from 'node:crypto';
import { clientsOf } from './clients.mjs';
import { beginDrill, drillOf, release } from './drill.mjs';
import { eventsAfter, happen, newEvents } from './events.mjs';
import { hostile, text } from './hostile.mjs';
import { allVitals, vitalsOf } from './nodes.mjs';
import { done, newSessions, sessionsOf } from './proxies.mjs';
import { salvageOf } from './salvage.mjs';
import { settingsOf } from './settings.mjs';
import { findStored, storedAt } from './stored.mjs';
import { standing } from './trace.mjs';

const HOUR = 3_600_000;

const pair = (id, master, backup) => ({
  id,
  epoch: 7,
  master,
  backup,
  active: master,
  inSync: [master, backup],
  version: 19,
  backupServes: 'ALL',
  serving: true,
  lagBytes: 0,
  failoverBoundMillis: 900,
  withAdminBoundMillis: 5_900,
  trouble: '',
  storeLagBytes: 12_288,
  storeLagMillis: 180,
});

const node = (id, port) => ({
  id,
  address: `10.0.0.${id.slice(-1)}:${port}`,
  alive: true,
  bootId: '6d15f7b4-13a9-4e8d',
  silentMillis: 31,
});

const proxy = (id, state) => ({
  id,
  addresses: ['https://proxy.example.com:7780', 'https://10.0.0.7:7780'],
  host: '10.0.0.7',
  software: 'feige-proxy',
  state,
  startedAt: new Date(Date.now() - 3 * HOUR).toISOString(),
  silentMillis: state === 'AWAY' ? 61_000 : 900,
  connections: state === 'AWAY' ? 0 : 1_204,
  callers: 31,
  requests: 4_711_000,
  requestsPerSecond: 812.4,
});

const topic = (name, messages, more = {}) => ({
  name,
  order: 'NONE',
  partition: 1,
  startOffset: 0,
  endOffset: messages,
  committedOffset: messages,
  messages,
  bytes: messages * 310,
  delayed: 0,
  mailboxCap: 0,
  onePair: false,
  stages: [],
  createdAt: new Date(Date.now() - 40 * HOUR).toISOString(),
  maxAttempts: 16,
  leaseMillis: 30_000,
  retryDelayMillis: 1_000,
  retryDelayMaxMillis: 300_000,
  retentionMillis: 7 * 24 * HOUR,
  retentionBytes: 0,
  keepForGroups: true,
  pairs: ['pair-1', 'pair-2'].map((each, i) => ({
    pair: each,
    partition: 1,
    startOffset: 0,
    endOffset: Math.floor((messages + i) / 2),
    committedOffset: Math.floor((messages + i) / 2),
    bytes: Math.floor(messages * 155),
    delayed: i === 0 ? (more.delayed ?? 0) : 0,
  })),
  ...more,
});

const stage = (name, workers, waiting) => ({
  stage: name,
  waiting,
  running: workers * 2,
  workers,
  places: workers * 3,
  oldestMillis: waiting === 0 ? 0 : 740,
  answered: workers * 20_911,
  noWorker: workers === 0 ? 3 : 0,
  full: 0,
  late: 17,
  workersLost: 1,
  cancelled: 204,
  repeated: 6,
});

const inPair = (name, lag, blockedBecause, consumers) => ({
  pair: name,
  generation: 2,
  floor: 90_000 - lag,
  endOffset: 90_000,
  lag,
  outstanding: lag > 0 ? 120 : 0,
  ackedAbove: 4,
  retrying: lag > 0 ? 3 : 0,
  parkedPulls: consumers.length,
  oldestUnsettled: lag > 0 ? new Date(Date.now() - 95_000).toISOString() : null,
  blockedBecause,
  consumers,
  moreConsumers: 0,
});

const consumer = (name, holder, started, connected = true) => ({
  consumer: name,
  holder,
  fetchedAhead: 40,
  claimed: 8,
  started,
  waitingPulls: 1,
  since: new Date(Date.now() - 21_000).toISOString(),
  connected,
});

const group = (topicName, name, pairs) => ({
  topic: topicName,
  group: name,
  generation: 2,
  floor: pairs.reduce((sum, each) => sum + each.floor, 0),
  endOffset: 180_000,
  lag: pairs.reduce((sum, each) => sum + each.lag, 0),
  outstanding: pairs.reduce((sum, each) => sum + each.outstanding, 0),
  ackedAbove: 8,
  retrying: pairs.reduce((sum, each) => sum + each.retrying, 0),
  parkedPulls: pairs.reduce((sum, each) => sum + each.parkedPulls, 0),
  oldestUnsettled: pairs.map((each) => each.oldestUnsettled).find((each) => each !== null) ?? null,
  blockedBecause: pairs.map((each) => each.blockedBecause).find((each) => each !== '') ?? '',
  pairs,
});

const order = (n) => ({ key: `customer-${n}`, body: `{"customer":"customer-${n}","items":[{"sku":"A-${n}","n":1}]}` });

function messages() {
  const at = (i) => new Date(Date.now() - 600_000 + i * 1_000).toISOString();
  const bodies = [
    {
      key: 'customer-7',
      body: '{"id":12345678901234567890,"customer":"customer-7","items":[{"sku":"A-1","n":2}],"note":null}',
      headers: { trace: '4bf92f35', kind: 'order' },
    },
    text(order(11), { key: hostile.img, body: hostile.img, headers: { 'x-<b>bold</b>': hostile.img } }),
    text(order(4), { key: hostile.rtl, body: `pay ${hostile.rtl} now`, headers: { name: hostile.rtl } }),
    text(order(9), { key: hostile.zero, body: hostile.zero }),
    text(order(2), { key: 'long', body: hostile.long, headers: { long: hostile.long.slice(0, 2_000) } }),
    {
      keyBase64: '/wD+',
      bodyBase64: Buffer.from([0, 1, 2, 255, 254, 104, 105, 10, 128, 64, 32, 16, 8, 4, 2, 1, 77, 78]).toString(
        'base64',
      ),
    },
    { key: 'large', tooLargeToShow: 3_000_000 },
    { body: 'a line without a key' },
  ];
  return Array.from({ length: 60 }, (_, i) => ({
    pair: i % 2 === 0 ? 'pair-1' : 'pair-2',
    offset: Math.floor(i / 2),
    publishTime: at(i),
    storedAt: new Date(Date.parse(at(i)) + 12).toISOString(),
    ...bodies[i % bodies.length],
  }));
}

function letters() {
  const reasons = ['not JSON', 'not JSON', 'no such customer', text('no price for A-12', hostile.img)];
  return messages()
    .slice(0, 12)
    .map((message, i) => ({
      ...message,
      deadLetter: {
        topic: 'orders',
        group: i === 5 ? 'mail' : 'billing',
        offset: i,
        attempts: 1 + (i % 16),
        consumer: 'billing-1/31',
        reason: reasons[i % 4],
      },
    }));
}

const startedAt = Date.now();
const decidedAt = startedAt - 11 * 60_000;

export function newWorld() {
  const world = {
    status: {
      admins: [
        { id: 'admin-1', leader: true, client: '10.0.0.9:7700', http: 'http://10.0.0.9:7701' },
        { id: 'admin-2', leader: false, client: '10.0.0.8:7700', http: 'http://10.0.0.8:7701' },
      ],
      nodes: [node('node-1', 7710), node('node-2', 7720)],
      pairs: [pair('pair-1', 'node-1', 'node-2'), pair('pair-2', 'node-2', 'node-1')],
      live: true,
      proxies: [proxy('proxy-1', 'SERVING'), proxy(text('proxy-2', hostile.img), 'AWAY')],
    },
    alerts: { alerts: [], live: true },
    sessions: newSessions(),
    drills: {},
    store: 'there',
    dealtWith: new Set(),
    events: newEvents(),
    topics: [
      topic('orders', 180_000, { delayed: 2 }),
      topic('orders.dlq', 12, { retentionMillis: 14 * 24 * HOUR }),
      topic('invoices', 5_137, { order: 'BY_KEY' }),
      topic('empty', 0, { pairs: [] }),
      topic('inbox', 180_000, { mailboxCap: 800 }),
      topic('primes', 0, {
        onePair: true,
        stages: [stage('parse', 2, 0), stage('compute', 3, 12), stage('format', 0, 0)],
      }),
      ...Array.from({ length: 60 }, (_, i) => topic(`sensor-${String(i).padStart(3, '0')}`, i * 37)),
    ],
    groups: {
      orders: [
        group('orders', 'billing', [
          inPair('pair-1', 2_110, 'all messages are held by 2 consumers; offset 87890 is the oldest', [
            consumer('billing-1/31', 'a1', 8),
            consumer(text('billing-2/18', hostile.img), 'b2', 2, false),
          ]),
          inPair('pair-2', 14, '', [consumer('billing-1/31', 'a1', 1)]),
        ]),
        group('orders', 'mail', [inPair('pair-1', 0, '', [consumer('mail-1', 'c3', 0)]), inPair('pair-2', 0, '', [])]),
      ],
    },
    delayed: {
      orders: ['pair-1/4711.0', 'pair-1/4712.0'].map((id, i) => ({
        id,
        topic: 'orders',
        dueAt: new Date(Date.now() + (i + 1) * HOUR).toISOString(),
        publishedAt: new Date(Date.now() - HOUR).toISOString(),
        key: i === 0 ? 'customer-7' : text('customer-4', hostile.rtl),
        bodyBytes: 20,
      })),
    },
    mailboxes: ['alice', 'bob', text('mallory', hostile.rtl)].map((identity, i) => ({
      identity,
      pair: 'pair-1',
      unread: i,
      held: 2 + i,
      acked: 2,
      end: 2 + i,
      dropped: 0,
    })),
    users: [
      { name: 'ann', enabled: true, passwords: 1, certificates: [], grants: ['administrator', 'operator'] },
      {
        name: 'billing',
        enabled: true,
        passwords: 0,
        certificates: ['billing.example.com'],
        grants: ['consume:orders/billing*', 'publish:invoices'],
      },
    ],
    quotas: [
      { of: 'topic:logs.*', publishBytesPerSecond: 5 << 20, pullBytesPerSecond: 0, storedBytes: 20 * 2 ** 30 },
      { of: 'user:*', publishBytesPerSecond: 2 << 20, pullBytesPerSecond: 4 << 20, storedBytes: 0 },
    ],
    tokens: [
      {
        id: 'kjHBUHtIpViE',
        user: 'billing',
        created: new Date(Date.now() - 24 * HOUR).toISOString(),
        expires: new Date(Date.now() + 2_000 * HOUR).toISOString(),
        expired: false,
        note: text('the nightly run', hostile.img),
      },
    ],
    trouble() {
      const [first] = world.status.pairs;
      world.status.nodes[1] = { ...world.status.nodes[1], alive: false, silentMillis: 4_200 };
      world.status.pairs[0] = {
        ...first,
        inSync: ['node-1'],
        lagBytes: -1,
        failoverBoundMillis: -1,
        withAdminBoundMillis: -1,
      };
      world.status.pairs[1] = {
        ...world.status.pairs[1],
        serving: false,
        trouble: 'node-2 is silent and node-1 lacks what was confirmed',
      };
      const since = new Date(Date.now() - 125_000).toISOString();
      world.alerts.alerts = [
        {
          rule: 'pair-not-served',
          of: 'pair-2',
          severity: 'CRITICAL',
          since,
          sentence: 'Nobody serves pair-2: its messages wait',
          whatToDo: 'Start node-2, or promote node-1 if node-2 is gone for good.',
        },
        {
          rule: 'no-standby-in-sync',
          of: 'pair-1',
          severity: 'WARNING',
          since,
          sentence: 'pair-1 has one copy of what is confirmed: if its node dies, messages wait for it',
          whatToDo: "Start the other node; if it runs, it is joining, which 'feige pair list' shows.",
        },
        {
          rule: 'node-silent',
          of: 'node-2',
          severity: 'WARNING',
          since,
          sentence: 'node-2 is not heard',
          whatToDo: 'Start it; if it runs, look at its log and at the network.',
        },
      ];
    },
    /** No message store is set up. */
    unstore() {
      world.store = 'none';
      world.status.pairs = world.status.pairs.map((each) => ({ ...each, storeLagBytes: -1, storeLagMillis: -1 }));
    },
    /** Rows of a pair are not written any more. */
    delay() {
      world.status.pairs[0] = { ...world.status.pairs[0], storeLagBytes: 734_003_200, storeLagMillis: 754_000 };
      world.alerts.alerts = [
        {
          rule: 'store-behind',
          of: 'pair-1',
          severity: 'WARNING',
          since: new Date(Date.now() - 694_000).toISOString(),
          sentence: 'rows of pair-1 are 754 s behind',
          whatToDo: text('Look whether the database is there, and how fast it writes.', hostile.img),
        },
      ];
    },
    /** A thread of node-1 died, work of it fails, and its clock is wrong. */
    ail() {
      world.isIll = true;
    },
    /** node-1 lives and does not answer. */
    mute() {
      world.mute = 'node-1';
    },
    /** Nobody serves anything. */
    halt() {
      world.status.pairs = world.status.pairs.map((each) => ({
        ...each,
        serving: false,
        storeLagBytes: -1,
        storeLagMillis: -1,
      }));
    },
    /** The message store cannot be read. */
    hamper() {
      world.store = 'away';
    },
    /** Nothing was ever cut. */
    clean() {
      world.isClean = true;
    },
    /** A drill was held a while ago. */
    rehearse() {
      world.drills['pair-1'] = { pair: 'pair-1', node: 'node-1', to: 'node-2', at: Date.now() - 40 * 60_000, step: 4 };
    },
    /** Drills stay at their begin. */
    hold() {
      world.holdsDrills = true;
    },
    /** They go on. */
    release() {
      release(world);
    },
    happen() {
      happen(world);
    },
    /** All that happened so far is kept no more. */
    forget() {
      world.events = world.events.slice(-1);
    },
    /** Drills find that something is missing. */
    lose() {
      world.lossy = true;
    },
    /** Fifty messages a second come into the topic orders. */
    flow() {
      world.flowSince = Date.now();
    },
    /** Users are not let in. */
    lock() {
      world.letIn = false;
    },
    /** Somebody else changes what is being looked at. */
    meddle() {
      world.topics[0].maxAttempts = 9;
      world.users = world.users.map((each) => (each.name === 'billing' ? { ...each, grants: ['viewer'] } : each));
    },
  };
  return world;
}

const history = (name) => ({
  pair: name,
  decisions: [
    {
      kind: 'GROW',
      pair: name,
      fromEpoch: 7,
      toEpoch: 7,
      fromNode: 'node-1',
      toNode: 'node-2',
      atMillis: decidedAt + 41_000,
      evidence: ['node-2 has everything up to 9,412,331', 'both journals agree'],
    },
    {
      kind: 'FAILOVER',
      pair: name,
      fromEpoch: 6,
      toEpoch: 7,
      fromNode: 'node-2',
      toNode: 'node-1',
      atMillis: decidedAt,
      evidence: ['node-2 silent for 389 ms', 'node-1 in sync as boot 6d15f7b4', 'the promise lapsed 74 ms ago'],
    },
    {
      kind: 'FIRST',
      pair: name,
      fromEpoch: 0,
      toEpoch: 1,
      fromNode: '',
      toNode: 'node-2',
      atMillis: decidedAt - 40 * HOUR,
      evidence: ['both nodes are there, and both are empty'],
    },
  ],
  reports: [
    {
      pair: name,
      kind: 'FAILOVER',
      epoch: 7,
      fromNode: 'node-2',
      toNode: 'node-1',
      atMillis: decidedAt,
      timeline: [
        { atMillis: decidedAt - 389, words: 'node-2 was heard for the last time' },
        { atMillis: decidedAt, words: 'node-2 silent for 389 ms' },
        { atMillis: decidedAt + 5, words: 'stored as version 18' },
        { atMillis: decidedAt + 27, words: 'node-1 serves' },
        { atMillis: decidedAt + 332, words: 'first delivery' },
      ],
      confirmedBefore: 9_411_008,
      confirmedAfter: 9_412_331,
      unconfirmedBytes: 1_323,
      salvagedBytes: 0,
      redelivered: 122,
      pauseMillis: 416,
      complete: true,
    },
  ],
});

const disk = (name) => ({
  pair: name,
  node: 'node-1',
  role: 'ACTIVE',
  journalStart: 7_340_032,
  journalEnd: 9_412_331 + (Date.now() - startedAt) * 31,
  storedBytes: 268_435_456,
  neededBytes: 91_226_112,
  limitBytes: 0,
  freeBytes: 81_604_378_624,
  reserveBytes: 1_073_741_824,
  carriesForward: true,
  lookedAt: new Date().toISOString(),
  holders: [
    {
      kind: 'group',
      topic: 'orders',
      name: 'billing',
      bytes: 61_000_000,
      heldBytes: 61_000_000,
      position: 7_340_032,
      since: new Date(Date.now() - 95_000).toISOString(),
    },
    {
      kind: 'topic',
      topic: 'orders',
      name: '',
      bytes: 30_226_112,
      heldBytes: 30_226_112,
      position: 7_500_000,
      since: new Date(Date.now() - HOUR).toISOString(),
    },
    { kind: 'standby', topic: '', name: 'node-2', bytes: 0, heldBytes: 0, position: 9_412_331, since: null },
  ],
  moreHolders: 0,
});

const ok = (body, status = 200) => ({ status, body });

/** What was looked at, with its version. */
const seen = (body, of) => ({ status: 200, body, headers: { ETag: etag(of) } });
const etag = (of) => `"${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16)}"`;
const isLate = (ifMatch, of) => ifMatch !== undefined && ifMatch !== etag(of);
const settings = ({ order, maxAttempts, leaseMillis, retentionMillis }) => [
  order,
  maxAttempts,
  leaseMillis,
  retentionMillis,
];
const late = () =>
  refused(412, 'CHANGED_MEANWHILE', 'somebody has changed it since you looked at it', 'Look at it again, and decide.');
const refused = (status, code, detail, whatToDo) => ({ status, problem: [code, detail, whatToDo] });

/** The answer to a request of somebody who is logged in. */
export function answer(world, people, { method, url, body, ifMatch }) {
  const [, , , what, name, part, sub, act] = url.pathname.split('/').map(decodeURIComponent);
  const query = url.searchParams;
  switch (`${method} ${what}`) {
    case 'GET status':
      return ok(world.status);
    case 'GET alerts':
      return ok(world.alerts);
    case 'GET groups':
      return ok(foundGroups(world, query));
    case 'GET totals':
      return ok(totals(world));
    case 'GET events':
      return ok(eventsAfter(world, query));
    case 'GET clients':
      return ok(clientsOf(world, query));
    case 'GET proxies':
      return ok(sessionsOf(world, query));
    case 'POST proxies':
    case 'DELETE proxies':
      return ok(done(world, part, sub, body));
    case 'GET nodes': {
      if (part === 'settings') return ok({ settings: settingsOf(name, 'node.yaml') });
      const told = name === undefined ? allVitals(world) : vitalsOf(world, name);
      return told === undefined
        ? refused(503, 'UNAVAILABLE', `${name} does not answer`, 'Look whether it runs, then try again.')
        : ok(told);
    }
    case 'GET admins':
      return world.status.admins.some((each) => each.id === name)
        ? ok({ settings: settingsOf(name, 'admin.yaml') })
        : refused(404, 'NO_SUCH_ADMIN', `No Admin ${name} lives`, "'feige status' names those that do.");
    case 'GET salvage':
      return ok(salvageOf(world, query));
    case 'GET audit':
      return ok({ lines: query.get('of') === 'refused' ? [] : audit() });
    case 'GET users':
      return seen({ version: 3, letIn: world.letIn !== false, users: world.users }, world.users);
    case 'GET tokens':
      return ok({ tokens: world.tokens });
    case 'POST tokens': {
      const token = {
        id: `t${world.tokens.length}`,
        user: body.user,
        created: new Date().toISOString(),
        expires: new Date(Date.now() + body.expiresInSeconds * 1_000).toISOString(),
        expired: false,
        note: body.note,
      };
      world.tokens.push(token);
      return ok({ ...token, token: 'feige_shown_once_and_never_again' }, 201);
    }
    case 'DELETE tokens':
      world.tokens = world.tokens.filter((each) => each.id !== name);
      return ok({ done: true });
    case 'GET quotas':
      return ok({ quotas: world.quotas });
    case 'PUT quotas':
      world.quotas = [...world.quotas.filter((each) => each.of !== name), { of: name, ...body }];
      return ok(world.quotas.at(-1));
    case 'DELETE quotas':
      world.quotas = world.quotas.filter((each) => each.of !== name);
      return ok({ done: true });
    case 'POST users':
      if (part === 'password') return ok(world.users.find((each) => each.name === name));
      if (world.users.some((each) => each.name === body.name))
        return refused(409, 'ALREADY_EXISTS', `There is a user ${body.name}`, 'Change it, or choose another name.');
      world.users.push({
        name: body.name,
        enabled: true,
        passwords: body.password ? 1 : 0,
        certificates: [],
        grants: body.grants ?? [],
      });
      if (body.password) people[body.name] = { password: body.password, grants: body.grants ?? [] };
      return ok(world.users.at(-1), 201);
    case 'PATCH users':
      if (isLate(ifMatch, world.users)) return late();
      world.users = world.users.map((each) => (each.name === name ? { ...each, ...body } : each));
      return ok(world.users.find((each) => each.name === name));
    case 'DELETE users':
      world.users = world.users.filter((each) => each.name !== name);
      return ok({ done: true });
    case 'GET pairs':
      if (part === 'history') return ok(history(name));
      if (part === 'disk') return ok(disk(name));
      if (part === 'drill') {
        const drill = drillOf(world, name);
        return drill ? ok(drill) : refused(404, 'NO_DRILL', `There was no drill of ${name}`, 'Begin one.');
      }
      return ok({
        done: false,
        message: `${name}: node-2 lacks what was confirmed between 9,411,008 and 9,412,331, about 122 messages`,
      });
    case 'POST pairs': {
      if (part === 'drill') {
        const drill = beginDrill(world, name);
        return drill ? ok(drill, 202) : refused(409, 'NOT_DONE', 'A pair of it has no standby in sync', 'Wait.');
      }
      const at = world.status.pairs.findIndex((each) => each.id === name);
      const before = world.status.pairs[at];
      const active = part === 'promote' ? body.node : before.active === before.master ? before.backup : before.master;
      world.status.pairs[at] = { ...before, active, epoch: before.epoch + 1, serving: true };
      return ok({ done: true, message: `${active} serves ${name}` });
    }
    default:
      return what === 'topics'
        ? topics(world, { method, body, ifMatch }, { name, part, sub, act }, query)
        : refused(404, 'NOT_FOUND', 'There is no such thing', 'See openapi.yaml.');
  }
}

const sum = (items, of) => items.reduce((all, item) => all + of(item), 0);

function foundGroups({ groups }, query) {
  const contains = (query.get('contains') ?? '').toLowerCase();
  const found = Object.values(groups)
    .flat()
    .filter((each) => `${each.topic} / ${each.group}`.toLowerCase().includes(contains))
    .sort((a, b) => b.lag - a.lag);
  return { groups: found.slice(0, Number(query.get('limit') ?? 100)), found: found.length };
}

function totals({ topics, groups }) {
  const all = Object.values(groups).flat();
  return {
    lookedAt: new Date().toISOString(),
    topics: topics.length,
    messages: sum(topics, (each) => each.messages),
    bytes: sum(topics, (each) => each.bytes),
    delayed: sum(topics, (each) => each.delayed),
    groups: all.length,
    unsettled: sum(all, (each) => each.lag),
    waiting: all
      .filter((each) => each.lag > 0)
      .sort((a, b) => b.lag - a.lag)
      .slice(0, 20),
  };
}

const audit = () =>
  Array.from({ length: 70 }, (_, i) => ({
    time: new Date(Date.now() - i * 431_000).toISOString(),
    process: 'admin-1',
    who: 'ann with a password',
    from: '10.0.0.77',
    what: i % 3 === 0 ? 'PATCH /api/v1/users/billing' : `POST /api/v1/pairs/pair-${1 + (i % 2)}/switch`,
    before: i % 3 === 0 ? 'publish:invoices' : '',
    after: i % 3 === 0 ? `publish:invoices, ${text('read:orders', hostile.rtl)}` : '',
    outcome: i % 5 === 4 ? 'node-2 is not in sync' : 'done',
  }));

function flown({ flowSince }, each) {
  return flowSince !== undefined && each.name === 'orders'
    ? { ...each, endOffset: each.endOffset + Math.floor((Date.now() - flowSince) / 20) }
    : each;
}

function topics(world, { method, body, ifMatch }, { name, part, sub, act }, query) {
  const found = world.topics.find((each) => each.name === name);
  if (name === undefined && method === 'GET')
    return ok({ topics: world.topics.map((each) => flown(world, each)).sort((a, b) => (a.name < b.name ? -1 : 1)) });
  if (name === undefined) {
    if (world.topics.some((each) => each.name === body.name))
      return refused(409, 'ALREADY_EXISTS', `There is a topic ${body.name}`, 'Alter it, or choose another name.');
    world.topics.push(topic(body.name, 0, { ...body, pairs: [] }));
    return ok(world.topics.at(-1), 201);
  }
  if (found === undefined)
    return refused(404, 'TOPIC_NOT_FOUND', `There is no topic ${name}`, "'feige topic list' names topics.");
  switch (`${method} ${part ?? ''}`) {
    case 'GET ':
      return seen(found, settings(found));
    case 'PATCH ':
      if (isLate(ifMatch, settings(found))) return late();
      Object.assign(found, body);
      return ok(found);
    case 'DELETE ':
      world.topics = world.topics.filter((each) => each !== found);
      return ok({ done: true });
    case 'GET groups': {
      const groups = world.groups[name] ?? [];
      if (sub === undefined) return ok({ groups });
      const one = groups.find((each) => each.group === sub);
      return one === undefined
        ? refused(404, 'GROUP_NOT_FOUND', `There is no group ${sub}`, "'feige group list' names groups.")
        : ok(one);
    }
    case 'POST groups': {
      const one = world.groups[name].find((each) => each.group === sub);
      const cleared = one.pairs.map((each) => ({
        ...each,
        lag: 0,
        outstanding: 0,
        retrying: 0,
        blockedBecause: '',
        oldestUnsettled: null,
        consumers: [],
      }));
      Object.assign(one, group(name, sub, cleared));
      return ok(one);
    }
    case 'DELETE groups':
      world.groups[name] = world.groups[name].filter((each) => each.group !== sub);
      return ok({ done: true });
    case 'GET messages':
      return ok(
        sub === undefined ? search(name, query) : { groups: [...standing(name), ...dealtWith(world, name, sub, act)] },
      );
    case 'GET history': {
      const journal = journalOf(name);
      const told =
        sub === undefined ? findStored(world, name, query, journal) : storedAt(world, name, sub, Number(act), journal);
      return told.problem === undefined ? ok(told) : refused(...told.problem);
    }
    case 'POST messages': {
      const receipt = { topic: name, pair: 'pair-1', durability: 'REPLICATED', storedAt: new Date().toISOString() };
      if (!(body.delayMillis > 0)) {
        return ok({ ...receipt, offset: 1 }, 201);
      }
      (world.delayed[name] ??= []).push({
        id: 'pair-1/9000.0',
        topic: name,
        dueAt: new Date(Date.now() + body.delayMillis).toISOString(),
        publishedAt: receipt.storedAt,
        bodyBytes: body.body.length,
      });
      return ok(receipt, 201);
    }
    case 'GET mailboxes':
      return mailbox(world, name, query, sub, act);
    case 'DELETE mailboxes':
      world.mailboxes = world.mailboxes.filter((each) => each.identity !== sub);
      return ok({ done: true });
    case 'GET letters':
      return lettersOf(world, query, sub);
    case 'POST letters':
      return settleLetters(world, body, sub, act);
    case 'GET delayed':
      return ok({ delayed: world.delayed[name] ?? [] });
    case 'DELETE delayed':
      world.delayed[name] = (world.delayed[name] ?? []).filter((each) => each.id !== `${sub}/${act}`);
      return ok({ done: true });
    default:
      return refused(405, 'METHOD_NOT_ALLOWED', 'That cannot be done', 'See openapi.yaml.');
  }
}

/** Two on a page, so that there is something further. */
function mailbox(world, name, query, identity, part) {
  if (identity === undefined) {
    const behind = world.mailboxes.filter((each) => each.identity > (query.get('after') ?? ''));
    const page = behind.slice(0, 2);
    const next = page.length < behind.length ? { next: page.at(-1).identity } : {};
    return ok({ total: world.mailboxes.length, mailboxes: page, ...next });
  }
  const one = world.mailboxes.find((each) => each.identity === identity) ?? {
    ...{ identity, pair: 'pair-1', unread: 0, held: 0, acked: 0, end: 0, dropped: 0 },
  };
  if (part === undefined) {
    return ok({ ...one, subscriptions: one.held > 2 ? [{ filter: 'room/+', tag: 0 }] : [] });
  }
  const first = query.get('from') === null ? one.acked + 1 : 1;
  const mail = messages().slice(0, Math.max(0, one.end - first + 1));
  return ok({ messages: mail.map((message, i) => ({ sequence: first + i, message })) });
}

const idOf = (letter) => `${letter.pair}/${letter.offset}`;
/** The account of a dead-letter topic, as a group of it. */
const dealtWith = (world, topic, pair, offset) =>
  topic.endsWith('.dlq') && world.dealtWith.has(`${pair}/${offset}`)
    ? [{ group: 'dealt-with', stage: 'SETTLED', attempts: 0, consumer: '', sinceMillis: 0, untilMillis: 0, before: 0 }]
    : [];
const openLetters = (world) => letters().filter((letter) => !world.dealtWith.has(idOf(letter)));

function lettersOf(world, query, part) {
  const open = openLetters(world);
  if (part === 'reasons') {
    const reasons = new Map();
    for (const letter of open) {
      const { group, reason } = letter.deadLetter;
      const before = reasons.get(`${group} ${reason}`) ?? { letters: 0, first: letter.storedAt };
      const of = { group, reason, letters: before.letters + 1, first: before.first, last: letter.storedAt };
      reasons.set(`${group} ${reason}`, { ...of, example: idOf(letter) });
    }
    return ok({ reasons: [...reasons.values()], lookedAt: open.length, atEnd: true });
  }
  const wanted = open.filter(
    ({ deadLetter }) =>
      deadLetter.group === (query.get('group') || deadLetter.group) &&
      deadLetter.reason.includes(query.get('reason') ?? ''),
  );
  return ok({ letters: wanted, lookedAt: open.length, atEnd: true });
}

/** All that the body names, or the one that the path names, edited. */
function settleLetters(world, body, pair, offset) {
  const ids = offset === undefined ? body.letters : [`${pair}/${offset}`];
  const open = ids.filter((id) => !world.dealtWith.has(id));
  open.forEach((id) => world.dealtWith.add(id));
  return ok({ done: open.length, passed: ids.length - open.length, left: 0, why: '' });
}

const journalOf = (name) => (name === 'orders' ? messages() : name === 'orders.dlq' ? letters() : []);

/** Looks at 40 messages a time, so that there is something further. */
function search(name, query) {
  const all = journalOf(name);
  const from = /^\d+$/.test(query.get('from') ?? '') ? Number(query.get('from')) : 0;
  const pair = query.get('pair') ?? '';
  const at = all.filter((each) => (pair === '' || each.pair === pair) && each.offset >= from);
  const looked = at.slice(0, 40);
  const key = query.get('key');
  const header = query.get('header');
  const wanted = looked.filter(
    (each) =>
      (key === null || each.key === key) && (header === null || each.headers?.[header.split('=')[0]] !== undefined),
  );
  const limit = Number(query.get('limit') ?? 20);
  const next = {};
  for (const each of looked) next[each.pair] = each.offset + 1;
  return {
    topic: name,
    messages: wanted.slice(0, limit),
    lookedAt: looked.length,
    atEnd: looked.length === at.length,
    next,
  };
}
