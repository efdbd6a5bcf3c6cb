/**
 * A client for Feige in browsers and Node: publish, subscribe, open mailboxes, and consume as one of a group, through a proxy's WebSocket. A connection that
 * breaks is made again by itself, at the next of the given proxies, and subscriptions go on where they were.
 */

import type {
  ClientOptions,
  ConsumeOptions,
  Credentials,
  Durability,
  Handler,
  Job,
  JobHandler,
  JobReply,
  MailboxOptions,
  Message,
  OpenMailbox,
  OutgoingMessage,
  Problem,
  Receipt,
  State,
  SubscribeOptions,
  Subscription,
  WorkOptions,
  Worker,
} from './types.js';

export type * from './types.js';

/** Thrown for what the cluster or the proxy refuses. */
export class FeigeError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = 'FeigeError';
  }
}

interface Told {
  event: 'welcome' | 'done' | 'failed' | 'message' | 'job' | 'unwanted' | 'ended' | 'notice' | 'beat' | 'leave';
  id?: number;
  subscription?: number;
  places?: string;
  message?: Message;
  receipt?: Receipt;
  settled?: { settled: number; failed: { id: string; problem: Problem }[] };
  problem?: Problem;
  mostBytes?: number;
  beatMillis?: number;
  text?: string;
  number?: number;
  job?: Job;
}

interface Asked {
  text: string;
  /** The connection that it was sent on last. */
  sentOn: WebSocket | undefined;
  done: (told: Told) => void;
  failed: (problem: Problem) => void;
}

interface Subscribed {
  /** Its name on the connection: another one each time it is asked for, so that what belongs to an earlier one is known. */
  id: number;
  topic: string;
  group: string | undefined;
  mailbox: string | undefined;
  more: object;
  credit: number;
  /** Handled since credit was given last. */
  handled: number;
  places: string;
  handler: Handler;
  onError: ((error: FeigeError) => void) | undefined;
  /** Handlers run one after the other. */
  turn: Promise<void>;
}

interface Working {
  /** Its name on the connection, as that of a subscription. */
  id: number;
  topic: string;
  stage: string | undefined;
  concurrency: number;
  handler: JobHandler;
  onError: ((error: FeigeError) => void) | undefined;
  isDraining: boolean;
  /** What it has, by the numbers of this connection. */
  jobs: Map<number, AbortController>;
}

const SUBPROTOCOL = 'feige.v1.json';
/** Until the proxy says how often something comes. */
const SILENT_MS = 45_000;
/** So many of what comes at least may fail to come. */
const BEATS_MISSED = 3;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const USUAL_CREDIT = 100;
const USUAL_GROUP_CREDIT = 10;
const MOST_WAITING = 1_000;
/** An open connection that has lasted so long is no failed try. */
const LASTING_MS = 5_000;
/** Closed for what this side has sent: sent again, it would be closed again (RFC 6455, section 7.4.1). */
const OUR_FAULT = [1002, 1003, 1007, 1009];
const AGAIN_MS = 1_000;
const SHUTTING_DOWN = 'SHUTTING_DOWN';
const CLOSED: Problem = {
  status: 0,
  code: 'CLIENT_CLOSED',
  detail: 'the client is closed; it is not known whether what was under way was done',
  whatToDo: 'Make a new client.',
};

/** Whether the same may succeed in a moment. */
function isTransient(problem: Problem): boolean {
  return [429, 503, 504, 507].includes(problem.status);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What is ours of a message, which may be one that came. */
function ownFields(message: OutgoingMessage): OutgoingMessage {
  const { body, bodyBase64, key, keyBase64, headers, delayMillis, timeToLiveMillis, idempotencyKey } = message;
  const own = { body, bodyBase64, key, keyBase64, headers, delayMillis, timeToLiveMillis, idempotencyKey };
  return JSON.parse(JSON.stringify(own)) as OutgoingMessage;
}

/** One that nobody else has: 128 bits by chance. Pages without TLS have no randomUUID. */
function anyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** A connection to Feige. */
export class FeigeClient {
  readonly #options: ClientOptions;
  readonly #urls: readonly string[];
  readonly #mostWaiting: number;
  readonly #subscriptions = new Set<Subscribed>();
  /** Those that were asked for on this connection, by their names there. */
  readonly #byId = new Map<number, Subscribed>();
  readonly #workers = new Set<Working>();
  readonly #workersById = new Map<number, Working>();
  /** In the order in which they were asked for; what was sent and not answered is sent again. */
  readonly #asked = new Map<number, Asked>();
  #socket: WebSocket | undefined;
  #mostBytes = Number.MAX_SAFE_INTEGER;
  #silentMs = SILENT_MS;
  #openedAt = 0;
  #state: State = 'connecting';
  #isOpen = false;
  #nextId = 1;
  #url = 0;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ClientOptions | string) {
    this.#options = typeof options === 'string' ? { urls: options } : options;
    this.#urls = typeof this.#options.urls === 'string' ? [this.#options.urls] : this.#options.urls;
    this.#mostWaiting = this.#options.mostWaiting ?? MOST_WAITING;
    if (this.#urls.length === 0) {
      throw new TypeError('there must be at least one url');
    }
    this.#url = Math.floor(Math.random() * this.#urls.length);
    this.#connect();
  }

  /** How the connection is. */
  get state(): State {
    return this.#state;
  }

  /**
   * Publishes. Resolves when the message is as safe as `durability` says; rejects with a {@link FeigeError} if it was refused. A message whose
   * answer was lost with the connection is sent again, and is stored once by its idempotency key.
   */
  publish(topic: string, message: string | OutgoingMessage, durability?: Durability): Promise<Receipt> {
    const given: OutgoingMessage = typeof message === 'string' ? { body: message } : ownFields(message);
    const isKeyed = given.idempotencyKey !== undefined || this.#options.idempotent === false;
    const sent = isKeyed ? given : { ...given, idempotencyKey: anyKey() };
    if (this.#asked.size >= this.#mostWaiting) {
      const detail = `${this.#mostWaiting} messages wait already`;
      return Promise.reject(
        new FeigeError({ status: 429, code: 'TOO_MANY_WAITING', detail, whatToDo: 'Wait for those before.' }),
      );
    }
    const operation = { op: 'publish', topic, message: sent, ...(durability ? { durability } : {}) };
    return this.#ask(operation).then((told) => told.receipt!);
  }

  /** Everything that is published, like everybody else who subscribes. Handlers run one after the other; a promise is waited for. */
  subscribe(topic: string, handler: Handler, options: SubscribeOptions = {}): Subscription {
    const more = { from: options.from ?? 'latest' };
    const credit = options.credit ?? USUAL_CREDIT;
    return this.#begin({
      topic,
      group: undefined,
      mailbox: undefined,
      more,
      credit,
      places: options.after ?? '',
      handler,
      onError: options.onError,
    });
  }

  /**
   * As one of a group, which shares the messages out. A message is acknowledged when the handler has returned, or its promise is fulfilled; if
   * it throws, the message comes again, here or elsewhere.
   */
  consume(topic: string, group: string, handler: Handler, options: ConsumeOptions = {}): Subscription {
    const more = {
      ...(options.start ? { start: options.start } : {}),
      ...(options.leaseMillis === undefined ? {} : { leaseMillis: options.leaseMillis }),
    };
    const credit = options.credit ?? USUAL_GROUP_CREDIT;
    return this.#begin({
      topic,
      group,
      mailbox: undefined,
      more,
      credit,
      places: '',
      handler,
      onError: options.onError,
    });
  }

  /**
   * A mailbox: what is not acked, and what comes. Whoever opens it gets everything; `ack` says how far its owner is. An ack whose answer was
   * lost with the connection is sent again, which does no harm.
   */
  mailbox(topic: string, identity: string, handler: Handler, options: MailboxOptions = {}): OpenMailbox {
    const subscription = this.#begin({
      topic,
      group: undefined,
      mailbox: identity,
      more: {},
      credit: options.credit ?? USUAL_CREDIT,
      places: options.after ?? '',
      handler,
      onError: options.onError,
    });
    const ask = (operation: object): Promise<void> =>
      this.#ask({ ...operation, topic, mailbox: identity }).then(() => undefined);
    return {
      get places() {
        return subscription.places;
      },
      end: () => subscription.end(),
      ack: (upTo) => ask({ op: 'ack', upTo }),
      channels: (change) => ask({ op: 'channels', ...change }),
    };
  }

  /**
   * Works at a stage of a flow: the handler is given requests, so many at a time, and what it returns is the answer, or what the next stage gets.
   * If it throws, the answer has status 500. What it has when the connection is lost goes to another worker, and its signal is aborted.
   */
  work(topic: string, handler: JobHandler, options: WorkOptions = {}): Worker {
    const { stage, concurrency = 1, onError } = options;
    const working: Working = {
      id: 0,
      topic,
      stage,
      concurrency,
      handler,
      onError,
      isDraining: false,
      jobs: new Map(),
    };
    this.#workers.add(working);
    if (this.#isOver()) {
      this.#workOver(working, CLOSED);
    } else if (this.#isOpen) {
      this.#work(working);
    }
    const tell = (op: string): void => {
      if (this.#workersById.get(working.id) === working && this.#isOpen) {
        this.#send(JSON.stringify({ op, id: this.#nextId++, subscription: working.id }));
      }
    };
    return {
      get running() {
        return working.jobs.size;
      },
      drain: () => {
        working.isDraining = true;
        tell('drain');
      },
      end: () => {
        tell('unsubscribe');
        this.#workers.delete(working);
        this.#forget(working);
      },
    };
  }

  /** Ends it. What is under way is rejected. */
  close(): void {
    this.#end('closed', CLOSED);
  }

  #begin(
    what: Pick<Subscribed, 'topic' | 'group' | 'mailbox' | 'more' | 'credit' | 'places' | 'handler' | 'onError'>,
  ): Subscription {
    const subscribed: Subscribed = { ...what, id: 0, handled: 0, turn: Promise.resolve() };
    this.#subscriptions.add(subscribed);
    if (this.#isOver()) {
      this.#over(subscribed, CLOSED);
    } else if (this.#isOpen) {
      this.#subscribe(subscribed);
    }
    return {
      get places() {
        return subscribed.places;
      },
      end: () => {
        if (this.#subscriptions.delete(subscribed) && this.#byId.delete(subscribed.id) && this.#isOpen) {
          this.#send(JSON.stringify({ op: 'unsubscribe', id: this.#nextId++, subscription: subscribed.id }));
        }
      },
    };
  }

  #subscribe(subscribed: Subscribed): void {
    const { topic, group, mailbox, credit, places, more } = subscribed;
    this.#byId.delete(subscribed.id);
    subscribed.id = this.#nextId++;
    subscribed.handled = 0;
    this.#byId.set(subscribed.id, subscribed);
    const where = places ? { after: places } : more;
    this.#send(JSON.stringify({ op: 'subscribe', id: subscribed.id, topic, group, mailbox, credit, ...where }));
  }

  #work(working: Working): void {
    this.#forget(working);
    if (working.isDraining) {
      return;
    }
    working.id = this.#nextId++;
    this.#workersById.set(working.id, working);
    const { id, topic, stage, concurrency } = working;
    this.#send(JSON.stringify({ op: 'work', id, topic, stage, concurrency }));
  }

  /** What it has is another worker's. */
  #forget(working: Working): void {
    this.#workersById.delete(working.id);
    working.jobs.forEach((job) => job.abort());
    working.jobs.clear();
  }

  #workOver(working: Working, problem: Problem): void {
    this.#workers.delete(working);
    this.#forget(working);
    working.onError?.(new FeigeError(problem));
  }

  async #handleJob(working: Working, number: number, job: Job): Promise<void> {
    const id = working.id;
    const control = new AbortController();
    working.jobs.set(number, control);
    let reply: JobReply;
    try {
      const answer = await working.handler(job, control.signal);
      if (answer === undefined || answer === null) {
        throw new Error('no reply');
      }
      reply = typeof answer === 'string' ? { body: answer } : answer;
    } catch (error) {
      if (!control.signal.aborted) {
        console.error(`Feige: a worker of ${working.topic} has failed`, error);
      }
      reply = { status: 500, body: String(error) };
    }
    if (working.id === id && this.#workersById.get(id) === working && working.jobs.delete(number)) {
      const { status, next, body, bodyBase64, headers } = reply;
      const message =
        body === undefined && bodyBase64 === undefined ? { body: '', headers } : { body, bodyBase64, headers };
      const whole = { op: 'reply', subscription: id, job: number, status, next, message };
      const text = JSON.stringify(whole);
      const tooLong = { ...whole, status: 500, next: undefined, message: { body: this.#tooLong().detail } };
      this.#send(this.#isTooLong(text) ? JSON.stringify(tooLong) : text);
    }
  }

  #ask(operation: object): Promise<Told> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const text = JSON.stringify({ ...operation, id });
      const failed = (problem: Problem): void => reject(new FeigeError(problem));
      if (this.#isOver()) {
        failed(CLOSED);
      } else if (this.#isTooLong(text)) {
        failed(this.#tooLong());
      } else {
        const asked: Asked = { text, sentOn: undefined, done: resolve, failed };
        this.#asked.set(id, asked);
        if (this.#isOpen) {
          this.#sendAsked(asked);
        }
      }
    });
  }

  #sendAsked(asked: Asked): void {
    asked.sentOn = this.#socket;
    this.#send(asked.text);
  }

  #isTooLong(text: string): boolean {
    return text.length > this.#mostBytes || (text.length > this.#mostBytes / 3 && bytesOf(text) > this.#mostBytes);
  }

  #tooLong(): Problem {
    const detail = `the message is longer than ${this.#mostBytes} bytes`;
    return { status: 413, code: 'TOO_LARGE', detail, whatToDo: 'Send less, or raise limits.bodyBytes of the proxy.' };
  }

  #connect(): void {
    if (this.#isOver()) {
      return;
    }
    this.#become('connecting');
    const url = this.#urls[this.#url++ % this.#urls.length]!;
    const socket = new (this.#options.webSocket ?? WebSocket)(url, SUBPROTOCOL);
    this.#socket = socket;
    this.#silentMs = SILENT_MS;
    socket.onmessage = (event) => {
      if (this.#socket === socket) {
        this.#heard();
        this.#told(JSON.parse(String(event.data)) as Told);
      }
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) {
        if (OUR_FAULT.includes(event.code)) {
          this.#refuse(socket, event);
        }
        this.#lost();
      }
    };
    this.#heard();
  }

  /** The proxy cannot take something of what was sent; which, it does not say. */
  #refuse(socket: WebSocket, event: CloseEvent): void {
    const detail = `the proxy has closed the connection: ${event.code} ${event.reason}`;
    const problem = { status: 400, code: 'CONNECTION_REFUSED', detail, whatToDo: 'See what was sent last.' };
    this.#asked.forEach((asked, id) => {
      if (asked.sentOn === socket) {
        this.#asked.delete(id);
        asked.failed(problem);
      }
    });
  }

  /** A connection of which nothing is heard is gone, whatever the platform thinks of it. */
  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), this.#silentMs);
  }

  #lost(): void {
    const socket = this.#socket;
    if (this.#isOpen && Date.now() - this.#openedAt > LASTING_MS) {
      this.#tries = 0;
    }
    this.#socket = undefined;
    this.#isOpen = false;
    this.#byId.clear();
    this.#workers.forEach((working) => this.#forget(working));
    clearTimeout(this.#silence);
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
    socket?.close();
    this.#become('waiting');
  }

  #told(told: Told): void {
    switch (told.event) {
      case 'welcome':
        this.#mostBytes = told.mostBytes ?? this.#mostBytes;
        this.#silentMs = told.beatMillis === undefined ? SILENT_MS : told.beatMillis * BEATS_MISSED;
        this.#heard();
        void this.#logIn();
        break;
      case 'done':
      case 'failed':
        this.#answered(told);
        break;
      case 'message':
        this.#came(told);
        break;
      case 'job': {
        const working = this.#workersById.get(told.subscription ?? 0);
        if (working && told.job && told.number !== undefined) {
          void this.#handleJob(working, told.number, told.job);
        }
        break;
      }
      case 'unwanted':
        this.#workersById
          .get(told.subscription ?? 0)
          ?.jobs.get(told.number ?? 0)
          ?.abort();
        break;
      case 'ended':
        this.#stopped(told.subscription ?? 0, told.problem ?? CLOSED);
        break;
      case 'leave':
        // What is under way is answered yet; the rest waits for the next one, where there is room at once.
        this.#isOpen = false;
        this.#tries = 0;
        break;
      case 'notice':
        this.#options.onNotice?.(told.text ?? '');
        break;
      case 'beat':
        break;
    }
  }

  async #logIn(): Promise<void> {
    const socket = this.#socket;
    const given = this.#options.credentials;
    let credentials: Credentials | undefined;
    try {
      credentials = typeof given === 'function' ? await given() : given;
    } catch (error) {
      console.error('Feige: there are no credentials', error);
      if (this.#socket === socket) {
        this.#lost();
      }
      return;
    }
    if (socket === undefined || this.#socket !== socket) {
      return;
    }
    if (credentials) {
      this.#send(JSON.stringify({ op: 'login', id: 0, ...credentials }));
    } else {
      this.#opened();
    }
  }

  #opened(): void {
    this.#isOpen = true;
    this.#openedAt = Date.now();
    this.#become('open');
    this.#subscriptions.forEach((subscribed) => this.#subscribe(subscribed));
    this.#workers.forEach((working) => this.#work(working));
    this.#asked.forEach((asked, id) => {
      if (this.#isTooLong(asked.text)) {
        this.#asked.delete(id);
        asked.failed(this.#tooLong());
      } else {
        this.#sendAsked(asked);
      }
    });
  }

  #answered(told: Told): void {
    const id = told.id ?? -1;
    const asked = this.#asked.get(id);
    if (id === 0) {
      this.#loggedIn(told);
    } else if (asked && told.event === 'done') {
      this.#asked.delete(id);
      this.#tries = 0;
      asked.done(told);
    } else if (asked && told.problem?.code !== SHUTTING_DOWN) {
      this.#asked.delete(id);
      asked.failed(told.problem ?? CLOSED);
    } else if (told.event === 'failed') {
      this.#stopped(id, told.problem ?? CLOSED);
    } else {
      const subscribed = this.#byId.get(id);
      if (subscribed && told.places) {
        subscribed.places = told.places;
      }
    }
  }

  #loggedIn(told: Told): void {
    if (told.event === 'done') {
      this.#opened();
    } else if (told.problem && !isTransient(told.problem) && told.problem.status < 500) {
      this.#end('refused', told.problem);
    } else {
      this.#lost();
    }
  }

  /** A subscription that cannot be had now is asked for again. */
  #stopped(id: number, problem: Problem): void {
    const working = this.#workersById.get(id);
    if (working !== undefined) {
      this.#workStopped(working, id, problem);
      return;
    }
    const subscribed = this.#byId.get(id);
    if (subscribed === undefined) {
      return;
    }
    if (isTransient(problem)) {
      setTimeout(() => {
        if (this.#byId.get(id) === subscribed && this.#isOpen) {
          this.#subscribe(subscribed);
        }
      }, AGAIN_MS);
    } else {
      this.#over(subscribed, problem);
    }
  }

  #workStopped(working: Working, id: number, problem: Problem): void {
    if (!isTransient(problem)) {
      this.#workOver(working, problem);
      return;
    }
    setTimeout(() => {
      if (this.#workersById.get(id) === working && this.#isOpen) {
        this.#work(working);
      }
    }, AGAIN_MS);
  }

  #over(subscribed: Subscribed, problem: Problem): void {
    this.#subscriptions.delete(subscribed);
    this.#byId.delete(subscribed.id);
    subscribed.onError?.(new FeigeError(problem));
  }

  #came(told: Told): void {
    const id = told.subscription ?? 0;
    const subscribed = this.#byId.get(id);
    const message = told.message;
    if (subscribed && message) {
      subscribed.turn = subscribed.turn.then(() => this.#handle(subscribed, id, message, told.places));
    }
  }

  async #handle(subscribed: Subscribed, id: number, message: Message, places: string | undefined): Promise<void> {
    if (!this.#subscriptions.has(subscribed)) {
      this.#giveBack(subscribed, message);
      return;
    }
    if (places !== undefined) {
      if (subscribed.id !== id || this.#byId.get(id) !== subscribed) {
        // It comes again: what was asked for since goes on behind what was handled.
        return;
      }
      subscribed.places = places;
    }
    let failure: string | undefined;
    try {
      await subscribed.handler(message);
    } catch (error) {
      failure = String(error);
      console.error(`Feige: a handler for ${subscribed.topic} has failed`, error);
    }
    if (message.id) {
      this.#settle(
        subscribed,
        failure === undefined
          ? { id: message.id, verdict: 'ack' }
          : { id: message.id, verdict: 'nack', reason: failure },
      );
    }
    if (this.#byId.get(id) === subscribed && this.#isOpen) {
      this.#giveCredit(subscribed);
    }
  }

  /** Nobody here wants it any more. */
  #giveBack(subscribed: Subscribed, message: Message): void {
    if (message.id && !this.#isOver()) {
      this.#settle(subscribed, { id: message.id, verdict: 'release' });
    }
  }

  #giveCredit(subscribed: Subscribed): void {
    subscribed.handled++;
    if (subscribed.handled >= Math.max(1, subscribed.credit / 2)) {
      this.#send(JSON.stringify({ op: 'credit', subscription: subscribed.id, add: subscribed.handled }));
      subscribed.handled = 0;
    }
  }

  #settle(subscribed: Subscribed, verdict: { id: string; verdict: 'ack' | 'nack' | 'release'; reason?: string }): void {
    const { topic, group } = subscribed;
    this.#ask({ op: 'settle', topic, group, verdicts: [verdict] }).then(
      (told) => told.settled?.failed.forEach((failed) => subscribed.onError?.(new FeigeError(failed.problem))),
      (error: FeigeError) => subscribed.onError?.(error),
    );
  }

  #send(text: string): void {
    this.#socket?.send(text);
  }

  #isOver(): boolean {
    return this.#state === 'closed' || this.#state === 'refused';
  }

  #become(state: State): void {
    if (this.#isOver()) {
      return;
    }
    this.#state = state;
    try {
      this.#options.onState?.(state);
    } catch (error) {
      console.error('Feige: onState has failed', error);
    }
  }

  #end(state: State, problem: Problem): void {
    if (this.#isOver()) {
      return;
    }
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    socket?.close();
    this.#become(state);
    this.#asked.forEach((asked) => asked.failed(problem));
    this.#asked.clear();
    [...this.#workers].forEach((working) => {
      this.#workers.delete(working);
      this.#forget(working);
      if (state === 'refused') {
        working.onError?.(new FeigeError(problem));
      }
    });
    if (state === 'refused') {
      [...this.#subscriptions].forEach((subscribed) => this.#over(subscribed, problem));
    }
    this.#subscriptions.clear();
    this.#byId.clear();
  }
}
