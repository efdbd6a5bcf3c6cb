import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, value, type Schemas } from './client';
import { Failure } from './failure';
import { keys } from './keys';

export type Stored = Schemas['StoredMessageWithAttempts'];
export type Attempt = Schemas['StoredAttempt'];

/** No message store is set up at this Admin. */
export function hasNoStore(failure: unknown): boolean {
  return failure instanceof Failure && failure.code === 'NO_HISTORY';
}

async function askFor(topic: string, pair: string, offset: string): Promise<Stored[] | null> {
  const path = { topic, pair, offset: Number(offset) };
  try {
    return (await value(api.GET('/api/v1/topics/{topic}/history/{pair}/{offset}', { params: { path } }))).messages;
  } catch (failure) {
    if (hasNoStore(failure)) {
      return null;
    }
    if (failure instanceof Failure && failure.code === 'NOT_FOUND') {
      return [];
    }
    throw failure;
  }
}

/** What the message store has of a message, the latest first; null: there is no store. */
export function useStored(topic: string, pair: string, offset: string) {
  return useQuery({
    queryKey: keys.topics.stored(topic, { pair, offset }),
    queryFn: () => askFor(topic, pair, offset),
    refetchInterval: ({ state }) => (state.data === null ? false : 10_000),
  });
}

export interface ToFind {
  readonly key: string;
  readonly header: string;
  /** Times as the server takes them; empty: no bound. */
  readonly from: string;
  readonly to: string;
}

const LIMIT = 50;

/** Looks through the message store, the youngest first. */
export function useFound(topic: string, wanted: ToFind) {
  return useInfiniteQuery({
    queryKey: keys.topics.stored(topic, wanted),
    queryFn: ({ pageParam }: { pageParam: string }) => {
      const said = Object.entries({ ...wanted, after: pageParam }).filter(([, text]) => text !== '');
      const query = { limit: LIMIT, ...(Object.fromEntries(said) as Partial<ToFind & { after: string }>) };
      return value(api.GET('/api/v1/topics/{topic}/history', { params: { path: { topic }, query } }));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 30_000,
  });
}
