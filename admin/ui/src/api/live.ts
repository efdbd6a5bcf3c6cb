/**
 * The one connection on which the server tells what changes. It owns an EventSource and a timer, writes what it hears into the query cache,
 * and comes again by itself: after half a second, then twice as long each time up to ten seconds.
 *
 *   connecting -> open (first event) -> lost (error) -> connecting ...
 */
import type { QueryClient } from '@tanstack/react-query';
import { keys } from './keys';

export interface Hearing {
  readonly state: 'connecting' | 'open' | 'lost';
  /** When something was heard; 0: never. */
  readonly heardAt: number;
}

export interface Source {
  addEventListener(name: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}

export interface Surroundings {
  readonly open: () => Source;
  readonly now: () => number;
  /** Runs something later; the answer calls it off. */
  readonly later: (run: () => void, millis: number) => () => void;
  /** The connection broke: perhaps because nobody is logged in any more. */
  readonly onLost: () => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
export const SILENT_AFTER = 3_000;

export class Live {
  private hearing: Hearing = { state: 'connecting', heardAt: 0 };
  private readonly listeners = new Set<() => void>();
  private source: Source | undefined;
  private callOff: (() => void) | undefined;
  private tries = 0;
  private readonly cache: QueryClient;
  private readonly around: Surroundings;

  constructor(cache: QueryClient, around: Surroundings) {
    this.cache = cache;
    this.around = around;
  }

  start(): void {
    if (this.source === undefined && this.callOff === undefined) {
      this.connect();
    }
  }

  stop(): void {
    this.callOff?.();
    this.callOff = undefined;
    this.source?.close();
    this.source = undefined;
    this.tries = 0;
    this.tell({ state: 'connecting', heardAt: 0 });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Hearing => this.hearing;

  private connect(): void {
    this.callOff = undefined;
    const source = this.around.open();
    this.source = source;
    source.addEventListener('status', (event) => this.heard(keys.status, event.data));
    source.addEventListener('alerts', (event) => this.heard(keys.alerts, event.data));
    source.addEventListener('error', () => this.lost(source));
  }

  private heard(key: readonly unknown[], data: unknown): void {
    if (typeof data !== 'string') {
      return;
    }
    this.cache.setQueryData(key, JSON.parse(data));
    this.tries = 0;
    this.tell({ state: 'open', heardAt: this.around.now() });
  }

  private lost(source: Source): void {
    if (source !== this.source) {
      return;
    }
    source.close();
    this.source = undefined;
    this.callOff = this.around.later(() => this.connect(), Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries));
    this.tries += 1;
    this.tell({ state: 'lost', heardAt: this.hearing.heardAt });
    this.around.onLost();
  }

  private tell(hearing: Hearing): void {
    this.hearing = hearing;
    this.listeners.forEach((listener) => listener());
  }
}
