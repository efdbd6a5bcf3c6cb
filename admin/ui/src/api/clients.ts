import { useQuery } from '@tanstack/react-query';
import { api, value, type Schemas } from './client';
import { keys } from './keys';
import { PAGE, pagesOf } from './pages';

export type Client = Schemas['Client'];

const MOST_PAGES = 5;

/** So many are shown at most: whoever looks for one among more chooses a node. */
export const MOST_CLIENTS = MOST_PAGES * PAGE;

/** Who is connected; of one node, or of all where it is empty. */
export function useClients(node: string) {
  return useQuery({
    queryKey: keys.clients(node),
    queryFn: async ({ signal }) => {
      const missing = new Set<string>();
      const { items, isPart } = await pagesOf(async (after) => {
        const query = { limit: PAGE, ...(after !== '' && { after }), ...(node !== '' && { node }) };
        const told = await value(api.GET('/api/v1/clients', { params: { query }, signal }));
        told.missing.forEach((each) => missing.add(each));
        return { items: told.clients, next: told.next };
      }, MOST_PAGES);
      return { clients: items, missing: [...missing], isPart };
    },
    refetchInterval: 5_000,
  });
}
