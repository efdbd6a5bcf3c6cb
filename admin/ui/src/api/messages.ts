import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, value, type Schemas } from './client';
import { keys } from './keys';

export type Message = Schemas['Message'];
/** What was published, in the journal as in the message store. */
export type Content = Pick<
  Message,
  'key' | 'keyBase64' | 'headers' | 'body' | 'bodyBase64' | 'problem' | 'tooLargeToShow'
>;
/** A line of a list of messages. */
export type Listed = Content & Pick<Message, 'pair' | 'offset' | 'storedAt'>;
export type DeadLetter = Schemas['DeadLetter'];

export interface Wanted {
  readonly from: string;
  readonly pair: string;
  readonly key: string;
  readonly header: string;
}

/** One look, and where the next one has to begin at each pair that has more. */
export interface Look {
  readonly messages: Message[];
  readonly lookedAt: number;
  readonly atEnd: boolean;
  readonly goOn: Places;
}

/** Where to look from, by pair; undefined: everywhere, as was wanted. */
export type Places = Readonly<Record<string, number>> | undefined;

const LIMIT = 50;

async function look(topic: string, wanted: Wanted, from: string, pair: string, limit: number): Promise<Look> {
  const query = {
    from,
    limit,
    ...(pair !== '' && { pair }),
    ...(wanted.key !== '' && { key: wanted.key }),
    ...(wanted.header !== '' && { header: wanted.header }),
  };
  const told = await value(api.GET('/api/v1/topics/{topic}/messages', { params: { path: { topic }, query } }));
  return {
    messages: told.messages,
    lookedAt: told.lookedAt,
    atEnd: told.atEnd,
    goOn: told.atEnd ? undefined : told.next,
  };
}

/** Goes on at each pair from where the look before came to. */
export async function lookOn(topic: string, wanted: Wanted, places: Places, limit = LIMIT): Promise<Look> {
  if (places === undefined) {
    return look(topic, wanted, wanted.from, wanted.pair, limit);
  }
  const looks = await Promise.all(
    Object.entries(places).map(async ([pair, next]) => {
      // Where nothing came from yet, it begins where the search began.
      const told = await look(topic, wanted, next < 0 ? wanted.from : String(next), pair, limit);
      return { pair, told, next: told.goOn?.[pair] ?? next };
    }),
  );
  return {
    messages: looks.flatMap(({ told }) => told.messages).sort((a, b) => a.storedAt.localeCompare(b.storedAt)),
    lookedAt: looks.reduce((sum, { told }) => sum + told.lookedAt, 0),
    atEnd: looks.every(({ told }) => told.atEnd),
    goOn: rest(looks.filter(({ told }) => !told.atEnd)),
  };
}

function rest(looks: { pair: string; next: number }[]): Places {
  return looks.length === 0 ? undefined : Object.fromEntries(looks.map(({ pair, next }) => [pair, next]));
}

export function useMessages(topic: string, wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: keys.topics.messages(topic, wanted),
    queryFn: ({ pageParam }: { pageParam: Places }) => lookOn(topic, wanted, pageParam),
    initialPageParam: undefined as Places,
    getNextPageParam: (last) => last.goOn,
    staleTime: 30_000,
  });
}

export function useMessage(topic: string, pair: string, offset: string) {
  return useQuery({
    queryKey: keys.topics.messages(topic, { pair, offset }),
    queryFn: async () => {
      const told = await look(topic, { from: offset, pair, key: '', header: '' }, offset, pair, 1);
      return told.messages.find((each) => String(each.offset) === offset) ?? null;
    },
    staleTime: Infinity,
  });
}

export type InGroup = Schemas['MessageInGroup'];

/** Where each group stands with a message: it changes while one looks at it. */
export function useTrace(topic: string, pair: string, offset: string) {
  return useQuery({
    queryKey: keys.topics.trace(topic, pair, offset),
    queryFn: async () => {
      const path = { topic, pair, offset: Number(offset) };
      return (await value(api.GET('/api/v1/topics/{topic}/messages/{pair}/{offset}/groups', { params: { path } })))
        .groups;
    },
    refetchInterval: 2_000,
  });
}

export interface ToPublish {
  readonly key?: string;
  readonly body: string;
  readonly headers?: Record<string, string[]>;
}

export function usePublish(topic: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ToPublish) =>
      change(api.POST('/api/v1/topics/{topic}/messages', { params: { path: { topic } }, body })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.topics.one(topic) }),
  });
}
