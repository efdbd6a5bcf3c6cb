import type { FeigeError } from './feige.js';

/** What a header holds: text, or bytes that are not UTF-8. */
export type HeaderContent = string | { base64: string };

/** A list where the name is there more than once. */
export type HeaderValue = HeaderContent | HeaderContent[];

/** Where messages go and how they look. Exactly one of `body` and `bodyBase64`. */
export interface OutgoingMessage {
  body?: string;
  bodyBase64?: string;
  /** Messages of one key keep their order. */
  key?: string;
  keyBase64?: string;
  headers?: Record<string, HeaderValue>;
  /** Not delivered before so long. */
  delayMillis?: number;
  /** Not delivered after so long. */
  timeToLiveMillis?: number;
  /** Under which it is stored once, however often it is published; 1 to 255 characters. */
  idempotencyKey?: string;
}

/** A message that came. */
export interface Message {
  pair: string;
  offset: number;
  publishTime: string;
  storedAt: string;
  key?: string;
  keyBase64?: string;
  headers?: Record<string, HeaderValue>;
  body?: string;
  bodyBase64?: string;
  /** Why it cannot be read, if so; then it has no key, no headers and an empty body. */
  problem?: string;
  /** Its number in the mailbox; only for those of one. */
  sequence?: number;
  /** What it is settled by; only for those of a group. */
  id?: string;
  /** Which delivery of it this is; only for those of a group. */
  attempt?: number;
}

/** What became of a message that was published. */
export interface Receipt {
  topic: string;
  pair: string;
  offset?: number;
  durability: string;
  storedAt: string;
  delayed?: string;
  /** It was published before under its idempotency key. */
  duplicate?: boolean;
}

/** When a message counts as published. */
export type Durability = 'QUEUED' | 'LOCAL' | 'REPLICATED' | 'STORED';

/** Why something was not done (RFC 9457). */
export interface Problem {
  status: number;
  code: string;
  detail: string;
  whatToDo: string;
}

/** Who comes: a user or a token. Neither: nobody, for a cluster that asks nobody. */
export type Credentials = { user: string; password: string } | { token: string };

/** How the connection is: `waiting` is between two tries, `refused` means that the credentials are wrong. */
export type State = 'connecting' | 'open' | 'waiting' | 'refused' | 'closed';

/** Settings of a client. */
export interface ClientOptions {
  /** Addresses such as `wss://proxy.example.com/v1/ws`, one of which is used at a time. */
  urls: string | readonly string[];
  /** Who comes; asked for anew at each connection if it is a function. */
  credentials?: Credentials | (() => Credentials | Promise<Credentials>);
  /** Told of each change. */
  onState?: (state: State) => void;
  /** Told what an operator has to say to all sessions. */
  onNotice?: (text: string) => void;
  /** Messages that may wait for a connection or an answer. Default 1,000. */
  mostWaiting?: number;
  /**
   * Whether each message gets an idempotency key, so that one that is sent again after a lost answer is stored once. Default true; false is for
   * thousands a second, because such messages travel alone to their node.
   */
  idempotent?: boolean;
  /** Something else than the platform's WebSocket. */
  webSocket?: new (url: string, protocols: string) => WebSocket;
}

/** Settings of a subscription. */
export interface SubscribeOptions {
  /** `earliest`, `latest` or a time in ISO 8601. Default `latest`. */
  from?: string;
  /** The places of the last message that an earlier page has seen; wins over `from`. */
  after?: string;
  /** Messages that may be under way to this page, or in the handler. Default 100. */
  credit?: number;
  /** Told why the subscription is over, if nobody has ended it. */
  onError?: (error: FeigeError) => void;
}

/** Settings of one of a group. */
export interface ConsumeOptions {
  /** Where the group begins if there is none. Default EARLIEST. */
  start?: 'EARLIEST' | 'LATEST';
  /** How long a message is this page's. Default: as the topic says. */
  leaseMillis?: number;
  /** As for a subscription. Default 10. */
  credit?: number;
  /** Told why it is over, and what could not be settled. */
  onError?: (error: FeigeError) => void;
}

/** Settings of an opened mailbox. */
export interface MailboxOptions {
  /** The place of the last message that an earlier page has seen. Without it, what is not acked comes. */
  after?: string;
  /** As for a subscription. Default 100. */
  credit?: number;
  /** Told why it is over, if nobody has ended it. */
  onError?: (error: FeigeError) => void;
}

/** Which channels come into a mailbox from now on, and which no more: names, or patterns with `+` and `#`. */
export interface ChannelChange {
  add?: readonly string[];
  remove?: readonly string[];
}

/** Messages that come until it is ended. */
export interface Subscription {
  /** Behind the last message that the handler was given: what `after` takes. Empty for one of a group. */
  readonly places: string;
  /** No more messages. */
  end(): void;
}

/** A mailbox whose messages come until it is ended. */
export interface OpenMailbox extends Subscription {
  /** The owner has dealt with everything up to a message. Resolves when that is durable. */
  ack(upTo: number): Promise<void>;
  /** All of it is done, or nothing. What is published afterwards comes. */
  channels(change: ChannelChange): Promise<void>;
}

/** Told of each message; a promise is waited for. */
export type Handler = (message: Message) => unknown;

/** A request as a worker has it. */
export interface Job {
  /** 1, and one more for each worker that was lost while it had the request. */
  attempt: number;
  /** How long its answer was wanted when it was sent. */
  leftMillis: number;
  key?: string;
  keyBase64?: string;
  headers?: Record<string, HeaderValue>;
  body?: string;
  bodyBase64?: string;
}

/** What a worker answers: with `next` the next stage gets it, else the program that asked; a text is a body. */
export interface JobReply {
  /** As in HTTP; 200 if nothing is said. Not with `next`. */
  status?: number;
  next?: boolean;
  body?: string;
  bodyBase64?: string;
  headers?: Record<string, HeaderValue>;
}

/** Answers a request; a promise is waited for. The signal is aborted when nobody wants the answer any more. */
export type JobHandler = (job: Job, signal: AbortSignal) => string | JobReply | Promise<string | JobReply>;

/** Settings of a worker. */
export interface WorkOptions {
  /** The stage of the flow. Default `workers`. */
  stage?: string;
  /** Requests that it takes at a time. Default 1. */
  concurrency?: number;
  /** Told why it is over, if nobody has ended it. */
  onError?: (error: FeigeError) => void;
}

/** Works until it is ended. */
export interface Worker {
  /** How many requests it has. */
  readonly running: number;
  /** Takes nothing new, and answers what it has. */
  drain(): void;
  /** No more: what it has goes to other workers. */
  end(): void;
}
