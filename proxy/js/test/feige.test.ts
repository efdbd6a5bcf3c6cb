import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { FeigeClient, FeigeError, type ClientOptions, type State } from '../src/feige.js';

/** The other end, as a test plays it. */
class Proxy {
  static all: Proxy[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly asked: Record<string, unknown>[] = [];
  isClosed = false;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    Proxy.all.push(this);
  }

  send(text: string): void {
    this.asked.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isClosed = true;
  }

  tell(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }

  cut(code = 1006): void {
    this.onclose?.({ code, reason: '' });
  }

  of(op: string): Record<string, unknown>[] {
    return this.asked.filter((asked) => asked.op === op);
  }
}

const states: State[] = [];

function client(more: Partial<ClientOptions> = {}): FeigeClient {
  return new FeigeClient({
    urls: ['ws://one', 'ws://two'],
    webSocket: Proxy as unknown as new (url: string, protocols: string) => WebSocket,
    onState: (state) => states.push(state),
    ...more,
  });
}

function proxy(): Proxy {
  return Proxy.all.at(-1)!;
}

async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await Promise.resolve();
  }
}

async function welcomed(): Promise<Proxy> {
  proxy().tell({ event: 'welcome' });
  await settled();
  return proxy();
}

beforeEach(() => {
  Proxy.all = [];
  states.length = 0;
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});

afterEach(() => mock.timers.reset());

const receipt = { topic: 't', pair: 'pair-1', offset: 3, durability: 'REPLICATED', storedAt: 'now' };

test('what is published before the connection stands is sent then, and answered', async () => {
  const feige = client({ idempotent: false });
  const published = feige.publish('t', 'a dove', 'STORED');
  assert.equal(proxy().protocol, 'feige.v1.json');
  await welcomed();

  const [asked] = proxy().of('publish');
  assert.deepEqual(asked?.message, { body: 'a dove' });
  assert.equal(asked?.durability, 'STORED');
  proxy().tell({ event: 'done', id: asked?.id, receipt });
  assert.deepEqual(await published, receipt);
  feige.close();
});

test('who is somebody logs in first, and one who is not let in stops trying', async () => {
  const errors: FeigeError[] = [];
  const feige = client({ credentials: () => Promise.resolve({ user: 'anna', password: 'secret' }) });
  feige.subscribe('t', () => {}, { onError: (error) => errors.push(error) });
  const published = feige.publish('t', 'a dove');
  await welcomed();

  assert.deepEqual(proxy().asked, [{ op: 'login', id: 0, user: 'anna', password: 'secret' }]);
  const problem = { status: 401, code: 'NOT_AUTHENTICATED', detail: 'no', whatToDo: 'log in' };
  proxy().tell({ event: 'failed', id: 0, problem });
  await assert.rejects(published, /no/);
  assert.equal(feige.state, 'refused');
  assert.equal(errors[0]?.problem.code, 'NOT_AUTHENTICATED');
  mock.timers.tick(60_000);
  assert.equal(Proxy.all.length, 1);
});

test('what was not answered is sent again elsewhere, in order, and subscriptions go on where they were', async () => {
  const feige = client();
  const came: string[] = [];
  feige.subscribe('t', (message) => came.push(message.body ?? ''), { from: 'earliest' });
  const first = await welcomed();
  const [subscribed] = first.of('subscribe');
  assert.equal(subscribed?.from, 'earliest');
  const id = subscribed?.id;
  first.tell({ event: 'done', id, places: 'pair-1:0' });
  first.tell({ event: 'message', subscription: id, places: 'pair-1:1', message: { body: 'm0' } });
  const published = [feige.publish('t', 'a'), feige.publish('t', 'b')];
  await settled();
  first.cut();
  assert.equal(feige.state, 'waiting');
  mock.timers.tick(200);

  assert.notEqual(proxy().url, first.url);
  const second = await welcomed();
  const [again] = second.of('subscribe');
  assert.deepEqual(again, { op: 'subscribe', id: again?.id, topic: 't', credit: 100, after: 'pair-1:1' });
  assert.deepEqual(second.of('publish'), first.of('publish'));
  second.of('publish').forEach((asked) => second.tell({ event: 'done', id: asked.id, receipt }));
  await Promise.all(published);
  second.tell({ event: 'message', subscription: again?.id, places: 'pair-1:2', message: { body: 'm1' } });
  await settled();
  assert.deepEqual(came, ['m0', 'm1']);
  assert.deepEqual(states, ['connecting', 'open', 'waiting', 'connecting', 'open']);
  feige.close();
});

test('a mailbox goes on elsewhere behind what its handler had, and what was not acked for sure is acked again', async () => {
  const feige = client();
  const got: (number | undefined)[] = [];
  const mine = feige.mailbox('inbox', 'ann', (message) => got.push(message.sequence), { credit: 4 });
  const added = mine.channels({ add: ['room/7'] });
  const first = await welcomed();
  const [opened] = first.of('subscribe');
  assert.deepEqual(opened, { op: 'subscribe', id: opened?.id, topic: 'inbox', mailbox: 'ann', credit: 4 });
  const [change] = first.of('channels');
  assert.deepEqual(change, { op: 'channels', id: change?.id, topic: 'inbox', mailbox: 'ann', add: ['room/7'] });
  first.tell({ event: 'done', id: change?.id });
  await added;
  first.tell({ event: 'message', subscription: opened?.id, places: 'pair-1:7', message: { sequence: 7 } });
  await settled();
  const acked = mine.ack(7);
  first.cut();
  mock.timers.tick(60_000);
  const second = await welcomed();

  assert.equal(second.of('subscribe')[0]?.after, 'pair-1:7');
  assert.equal(mine.places, 'pair-1:7');
  assert.equal(second.of('channels').length, 0);
  const [ack] = second.of('ack');
  assert.deepEqual(ack, { op: 'ack', id: ack?.id, topic: 'inbox', mailbox: 'ann', upTo: 7 });
  second.tell({ event: 'done', id: ack?.id });
  await acked;
  assert.deepEqual(got, [7]);
  feige.close();
});

test('each message has a key of its own, unless it says one', async () => {
  const feige = client();
  const published = ['a', 'b'].map((text) => feige.publish('t', text));
  published.push(feige.publish('t', { body: 'c', idempotencyKey: 'order-1' }));
  await welcomed();

  const keys = proxy()
    .of('publish')
    .map((asked) => (asked.message as { idempotencyKey: string }).idempotencyKey);
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], 'order-1');
  keys.forEach((key) => assert.match(key, /^.{7,255}$/));
  proxy()
    .of('publish')
    .forEach((asked) => proxy().tell({ event: 'done', id: asked.id, receipt }));
  await Promise.all(published);
  feige.close();
});

test('what an operator has to say is told', async () => {
  const notices: string[] = [];
  const feige = client({ onNotice: (text) => notices.push(text) });
  await welcomed();
  proxy().tell({ event: 'notice', text: 'back in a minute' });
  assert.deepEqual(notices, ['back in a minute']);
  feige.close();
});

test('credit is given for what was handled, in turn', async () => {
  const feige = client();
  let isFree = (): void => {};
  const came: string[] = [];
  feige.subscribe(
    't',
    async (message) => {
      came.push(message.body ?? '');
      await new Promise<void>((free) => (isFree = free));
    },
    { credit: 4 },
  );
  const at = await welcomed();
  const id = at.of('subscribe')[0]?.id;
  for (let i = 0; i < 4; i++) {
    at.tell({ event: 'message', subscription: id, places: `pair-1:${i + 1}`, message: { body: `m${i}` } });
  }
  await settled();
  assert.deepEqual(came, ['m0']);
  isFree();
  await settled();
  assert.equal(at.of('credit').length, 0);
  isFree();
  await settled();
  assert.deepEqual(at.of('credit'), [{ op: 'credit', subscription: id, add: 2 }]);
  assert.deepEqual(came, ['m0', 'm1', 'm2']);
  feige.close();
});

test('one of a group acknowledges what it handled, and gives back what it could not', async () => {
  mock.method(console, 'error', () => {});
  const feige = client();
  feige.consume('t', 'g', (message) => {
    if (message.body === 'bad') {
      throw new Error('of a test');
    }
  });
  const at = await welcomed();
  const id = at.of('subscribe')[0]?.id;
  at.tell({ event: 'message', subscription: id, message: { body: 'good', id: 'h1' } });
  at.tell({ event: 'message', subscription: id, message: { body: 'bad', id: 'h2' } });
  await settled();
  const settles = at.of('settle');
  assert.deepEqual(settles[0]?.verdicts, [{ id: 'h1', verdict: 'ack' }]);
  assert.deepEqual(settles[1]?.verdicts, [{ id: 'h2', verdict: 'nack', reason: 'Error: of a test' }]);
  feige.close();
  mock.restoreAll();
});

test('one that is silent is left, and one that cannot be had is tried later and later', async () => {
  const feige = client();
  await welcomed();
  const first = proxy();
  mock.timers.tick(30_000);
  first.tell({ event: 'beat' });
  mock.timers.tick(30_000);
  assert.equal(first.isClosed, false);
  mock.timers.tick(20_000);
  assert.equal(first.isClosed, true);
  const before = Proxy.all.length;
  for (let i = 0; i < 60; i++) {
    mock.timers.tick(1_000);
    proxy().cut();
  }
  assert.ok(Proxy.all.length - before < 30, `${Proxy.all.length - before} tries in a minute`);
  feige.close();
  assert.equal(feige.state, 'closed');
});

test('how long one may be silent is its own to say', async () => {
  const feige = client();
  proxy().tell({ event: 'welcome', beatMillis: 60_000 });
  await settled();
  const first = proxy();
  mock.timers.tick(170_000);
  assert.equal(first.isClosed, false);
  mock.timers.tick(11_000);
  assert.equal(first.isClosed, true);
  feige.close();
});

test('not more waits than may', async () => {
  const feige = client({ mostWaiting: 2 });
  const first = feige.publish('t', 'a');
  const second = feige.publish('t', 'b');
  await assert.rejects(feige.publish('t', 'c'), (error: FeigeError) => error.problem.code === 'TOO_MANY_WAITING');
  feige.close();
  await assert.rejects(first, FeigeError);
  await assert.rejects(second, FeigeError);
});

test('a subscription that is refused says so, and one that cannot be had now is asked for again', async () => {
  const errors: string[] = [];
  const feige = client();
  feige.subscribe('t', () => {}, { onError: (error) => errors.push(error.problem.code) });
  const at = await welcomed();
  const id = at.of('subscribe')[0]?.id;
  at.tell({ event: 'failed', id, problem: { status: 503, code: 'BUSY', detail: '', whatToDo: '' } });
  mock.timers.tick(1_000);
  assert.equal(at.of('subscribe').length, 2);
  at.tell({
    event: 'ended',
    subscription: at.of('subscribe')[1]?.id,
    problem: { status: 403, code: 'NOT_AUTHORIZED', detail: '', whatToDo: '' },
  });
  assert.deepEqual(errors, ['NOT_AUTHORIZED']);
  feige.close();
});

test('a subscription that is asked for again gets nothing twice, and a timer that comes late asks no more', async () => {
  const came: string[] = [];
  const feige = client();
  let isFree = (): void => {};
  feige.subscribe('t', async (message) => {
    came.push(message.body ?? '');
    await new Promise<void>((free) => (isFree = free));
  });
  const first = await welcomed();
  const id = first.of('subscribe')[0]?.id;
  first.tell({ event: 'message', subscription: id, places: 'pair-1:1', message: { body: 'm0' } });
  first.tell({ event: 'message', subscription: id, places: 'pair-1:2', message: { body: 'm1' } });
  await settled();
  first.tell({ event: 'ended', subscription: id, problem: { status: 503, code: 'BUSY', detail: '', whatToDo: '' } });
  mock.timers.tick(1_000);
  const again = first.of('subscribe')[1];
  assert.equal(again?.after, 'pair-1:1');
  first.tell({ event: 'message', subscription: again?.id, places: 'pair-1:2', message: { body: 'm1' } });
  isFree();
  await settled();
  assert.deepEqual(came, ['m0', 'm1']);

  first.tell({
    event: 'ended',
    subscription: again?.id,
    problem: { status: 503, code: 'BUSY', detail: '', whatToDo: '' },
  });
  first.cut();
  mock.timers.tick(100);
  const second = await welcomed();
  mock.timers.tick(2_000);
  assert.equal(second.of('subscribe').length, 1);
  feige.close();
});

test('what is too long is refused here, and what a proxy cannot take is not sent again', async () => {
  const feige = client();
  const early = feige.publish('t', 'x'.repeat(2_000));
  proxy().tell({ event: 'welcome', mostBytes: 1_000 });
  await settled();
  await assert.rejects(early, /longer than 1000 bytes/);
  await assert.rejects(feige.publish('t', 'ü'.repeat(600)), /longer than 1000 bytes/);
  const strange = feige.publish('t', 'strange');
  proxy().cut(1009);
  await assert.rejects(strange, /1009/);
  feige.close();
});

test('a proxy that leaves answers what is under way, and the rest goes to the next one', async () => {
  const feige = client({ idempotent: false });
  const first = await welcomed();
  const under = feige.publish('t', 'under way');
  first.tell({ event: 'leave' });
  const later = feige.publish('t', 'later');
  const [asked] = first.of('publish');
  assert.equal(first.of('publish').length, 1);
  first.tell({ event: 'done', id: asked?.id, receipt });
  await under;
  first.cut(1012);
  mock.timers.tick(100);
  const second = await welcomed();
  assert.deepEqual(
    second.of('publish').map((one) => one.message),
    [{ body: 'later' }],
  );
  second.tell({ event: 'done', id: second.of('publish')[0]?.id, receipt });
  await later;
  feige.close();
});

test('one that ends itself while it waits stays closed, and one without credentials tries again', async () => {
  mock.method(console, 'error', () => {});
  const ended = client({ onState: (state) => state === 'waiting' && ended.close() });
  proxy().cut();
  mock.timers.tick(60_000);
  assert.equal(Proxy.all.length, 1);

  let isThere = false;
  const feige = client({
    credentials: () => (isThere ? Promise.resolve({ token: 'secret' }) : Promise.reject(new Error('of a test'))),
  });
  await welcomed();
  assert.equal(feige.state, 'waiting');
  isThere = true;
  mock.timers.tick(200);
  const second = await welcomed();
  assert.deepEqual(second.asked, [{ op: 'login', id: 0, token: 'secret' }]);
  feige.close();
  mock.restoreAll();
});

test('what one of a group is ended with in its queue is given back', async () => {
  const feige = client();
  const ends: { end: () => void }[] = [];
  ends.push(feige.consume('t', 'g', () => ends[0]?.end()));
  const at = await welcomed();
  const id = at.of('subscribe')[0]?.id;
  at.tell({ event: 'message', subscription: id, message: { body: 'a', id: 'h1' } });
  at.tell({ event: 'message', subscription: id, message: { body: 'b', id: 'h2' } });
  await settled();
  assert.deepEqual(
    at.of('settle').map((one) => one.verdicts),
    [[{ id: 'h1', verdict: 'ack' }], [{ id: 'h2', verdict: 'release' }]],
  );
  feige.close();
});

test('a worker answers what it is given, and a handler that throws answers 500', async () => {
  const reported = mock.method(console, 'error', () => {});
  const feige = client();
  const worker = feige.work(
    't',
    (job) => {
      if (job.body === 'bad') {
        throw new Error('of a test');
      }
      if (job.body === 'nothing') {
        return undefined as unknown as string;
      }
      return job.body === 'more' ? { next: true, body: 'half' } : 'whole';
    },
    { stage: 'prime', concurrency: 3 },
  );
  const at = await welcomed();
  const [asked] = at.of('work');
  assert.deepEqual([asked?.topic, asked?.stage, asked?.concurrency], ['t', 'prime', 3]);
  const subscription = asked?.id;
  ['fine', 'more', 'bad', 'nothing'].forEach((body, index) =>
    at.tell({ event: 'job', subscription, number: index + 1, job: { attempt: 1, leftMillis: 1000, body } }),
  );
  await settled();
  const replies = at.of('reply').sort((a, b) => Number(a.job) - Number(b.job));
  assert.deepEqual(
    replies.map(({ job, status, next, message }) => [job, status, next, (message as { body: string }).body]),
    [
      [1, undefined, undefined, 'whole'],
      [2, undefined, true, 'half'],
      [3, 500, undefined, 'Error: of a test'],
      [4, 500, undefined, 'Error: no reply'],
    ],
  );
  assert.equal(worker.running, 0);
  assert.equal(reported.mock.callCount(), 2);
  feige.close();
  mock.restoreAll();
});

test('a worker whose connection is lost works again elsewhere, and says nothing of what it had', async () => {
  const feige = client();
  const aborted: boolean[] = [];
  const answers: ((text: string) => void)[] = [];
  const worker = feige.work('t', (_job, signal) => {
    signal.addEventListener('abort', () => aborted.push(true));
    return new Promise((answer) => answers.push(answer));
  });
  const first = await welcomed();
  const told = { event: 'job', number: 1, job: { attempt: 1, leftMillis: 1000, body: 'a' } };
  first.tell({ ...told, subscription: first.of('work')[0]?.id });
  assert.equal(worker.running, 1);
  first.cut();
  assert.deepEqual([aborted.length, worker.running], [1, 0]);
  mock.timers.tick(60_000);
  const second = await welcomed();
  answers[0]?.('too late');
  await settled();
  assert.equal(second.of('work').length, 1);
  assert.equal(first.of('reply').length + second.of('reply').length, 0);
  feige.close();
});

test('a worker that drains answers what it has, one that was ended does not, and a refusal is told', async () => {
  const feige = client();
  const answers: ((text: string) => void)[] = [];
  const worker = feige.work('t', () => new Promise((answer) => answers.push(answer)));
  const at = await welcomed();
  const subscription = at.of('work')[0]?.id;
  const told = { event: 'job', subscription, job: { attempt: 1, leftMillis: 1000, body: 'a' } };
  at.tell({ ...told, number: 1 });
  worker.drain();
  assert.equal(at.of('drain')[0]?.subscription, subscription);
  answers[0]?.('done');
  await settled();
  assert.equal(at.of('reply').length, 1);
  at.tell({ ...told, number: 2 });
  worker.end();
  answers[1]?.('not wanted');
  await settled();
  assert.equal(at.of('reply').length, 1);
  assert.equal(at.of('unsubscribe')[0]?.subscription, subscription);

  const errors: string[] = [];
  feige.work('t', () => '', { stage: 'nowhere', onError: (error) => errors.push(error.problem.code) });
  const problem = { status: 404, code: 'NO_SUCH_STAGE', detail: 'no', whatToDo: 'look' };
  at.tell({ event: 'ended', subscription: at.of('work')[1]?.id, problem });
  assert.deepEqual(errors, ['NO_SUCH_STAGE']);
  feige.close();
});
