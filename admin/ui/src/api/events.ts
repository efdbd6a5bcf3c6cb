import { useQuery, type QueryClient } from '@tanstack/react-query';
import { api, value, type Schemas } from './client';
import { joined, MOST, type Happened } from './happened';
import { keys } from './keys';

export type Event = Schemas['Event'];
export type Kind = Event['kind'];
export type Severity = Event['severity'];

/** Asks for what has come since it was last asked, be it two seconds or the minutes in which nobody looked. */
async function ask(cache: QueryClient, signal: AbortSignal): Promise<Happened> {
  const before = cache.getQueryData<Happened>(keys.events);
  const query = { limit: MOST, ...(before !== undefined && before.last !== '' && { after: before.last }) };
  return joined(before, await value(api.GET('/api/v1/events', { params: { query }, signal })));
}

/**
 * What has happened, and what happens. It does not have its question wait for the next event: a browser has six connections to a server for
 * all its tabs, and each has one for the live events already.
 */
export function useEvents() {
  return useQuery({
    queryKey: keys.events,
    queryFn: ({ client, signal }) => ask(client, signal),
    refetchInterval: 2_000,
  });
}
