import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, value, type Schemas } from './client';
import { keys } from './keys';
import { pagesOf } from './pages';

export type ProxySession = Schemas['ProxySession'];

const PAGE = 100;
const MOST_PAGES = 5;

/** So many are shown at most; the command line lists all. */
export const MOST_SESSIONS = MOST_PAGES * PAGE;

/** Who has a session over WebSocket at a proxy. */
export function useSessions(proxy: string, isHeard: boolean) {
  return useQuery({
    queryKey: keys.sessions(proxy),
    queryFn: ({ signal }) =>
      pagesOf(async (after) => {
        const query = { limit: PAGE, ...(after !== '' && { after }) };
        const told = await value(
          api.GET('/api/v1/proxies/{proxy}/sessions', { params: { path: { proxy }, query }, signal }),
        );
        return { items: told.sessions, next: told.next };
      }, MOST_PAGES),
    enabled: isHeard,
    refetchInterval: 5_000,
  });
}

export function useDisconnect(proxy: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (session: string) =>
      change(api.DELETE('/api/v1/proxies/{proxy}/sessions/{session}', { params: { path: { proxy, session } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sessions(proxy) }),
  });
}

/** How many were told. */
export function useNotice(proxy: string) {
  return useMutation({
    mutationFn: (text: string) =>
      change(api.POST('/api/v1/proxies/{proxy}/notice', { params: { path: { proxy } }, body: { text } })),
  });
}

export function useDrain(proxy: string) {
  return useMutation({
    mutationFn: () => change(api.POST('/api/v1/proxies/{proxy}/drain', { params: { path: { proxy } }, body: {} })),
  });
}
