import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, valueUnless, type Schemas } from './client';
import { keys } from './keys';

export type Drill = Schemas['Drill'];
export type Check = Drill['checks'][number];

const SOON = 1_000;
const LATER = 10_000;

/** The latest drill; null: there was none. Somebody else may begin one, too. */
export function useDrill(pair: string) {
  return useQuery({
    queryKey: keys.pair.drill(pair),
    queryFn: () =>
      valueUnless(
        ({ code }) => code === 'NO_DRILL',
        api.GET('/api/v1/pairs/{pair}/drill', { params: { path: { pair } } }),
      ),
    refetchInterval: (query) => (query.state.data?.verdict === 'RUNNING' ? SOON : LATER),
  });
}

export function useBeginDrill(pair: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      change(
        api.POST('/api/v1/pairs/{pair}/drill', {
          params: { path: { pair } },
          body: {},
        }),
      ),
    onSuccess: (drill) => cache.setQueryData(keys.pair.drill(pair), drill),
    // Also where it is not known whether it was begun.
    onError: () => cache.invalidateQueries({ queryKey: keys.pair.drill(pair) }),
  });
}
