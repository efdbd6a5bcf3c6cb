import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, value, type Schemas } from './client';
import { keys } from './keys';

export type Quota = Schemas['Quota'];

export function useQuotas() {
  return useQuery({ queryKey: keys.quotas, queryFn: () => value(api.GET('/api/v1/quotas')) });
}

function useQuotaChange<V, T>(run: (wanted: V) => Promise<T>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.quotas }),
  });
}

export function useSetQuota() {
  return useQuotaChange(({ of, ...body }: Quota) =>
    change(api.PUT('/api/v1/quotas/{of}', { params: { path: { of } }, body })),
  );
}

export function useDeleteQuota() {
  return useQuotaChange((of: string) => change(api.DELETE('/api/v1/quotas/{of}', { params: { path: { of } } })));
}
