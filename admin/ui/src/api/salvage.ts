import { useQuery } from '@tanstack/react-query';
import { api, value, type Schemas } from './client';
import { keys } from './keys';
import { PAGE } from './pages';

export type SalvageFile = Schemas['SalvageFile'];

/** What replicas had to cut; of one node, or of all where it is empty. */
export function useSalvage(node: string) {
  return useQuery({
    queryKey: keys.salvage(node),
    queryFn: ({ signal }) => {
      const query = { limit: PAGE, ...(node !== '' && { node }) };
      return value(api.GET('/api/v1/salvage', { params: { query }, signal }));
    },
    refetchInterval: 15_000,
  });
}
