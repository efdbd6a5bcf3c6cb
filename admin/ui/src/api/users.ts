import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, ifMatch, seen, value, type Schemas, type Seen } from './client';
import { keys } from './keys';

export type User = Schemas['User'];
export type Token = Schemas['Token'];
export type AuditLine = Schemas['AuditLine'];
export type AuditOf = 'changes' | 'refused';

export function useUsers(enabled = true) {
  return useQuery({ queryKey: keys.users, queryFn: () => seen(api.GET('/api/v1/users')), enabled });
}

export function useTokens() {
  return useQuery({ queryKey: keys.tokens, queryFn: () => value(api.GET('/api/v1/tokens')) });
}

export function useAudit(of: AuditOf, limit: number) {
  return useQuery({
    queryKey: keys.audit(of, limit),
    queryFn: () => value(api.GET('/api/v1/audit', { params: { query: { of, limit } } })),
    refetchInterval: 10_000,
  });
}

/** What is done then is done also where the part that asked is gone by that time, with what it showed. */
function useUserChange<V, T>(run: (wanted: V) => Promise<T>, then: () => void = () => undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: then,
    onSettled: () => Promise.all([keys.users, keys.tokens].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

export interface NewUser {
  readonly name: string;
  readonly password?: string;
  readonly grants: string[];
}

export function createUser(body: NewUser): Promise<User> {
  return change(api.POST('/api/v1/users', { body }));
}

export function useCreateUser() {
  return useUserChange(createUser);
}

export function useAlterUser(user: string) {
  return useUserChange(({ etag, ...body }: Seen & { enabled?: boolean; grants?: string[] }) =>
    change(api.PATCH('/api/v1/users/{user}', { params: { path: { user }, ...ifMatch({ etag }) }, body })),
  );
}

export function useGivePassword(user: string) {
  return useUserChange((body: { password: string; keepOld: boolean }) =>
    change(api.POST('/api/v1/users/{user}/password', { params: { path: { user } }, body })),
  );
}

export function useDeleteUser(user: string, then: () => void) {
  return useUserChange(() => change(api.DELETE('/api/v1/users/{user}', { params: { path: { user } } })), then);
}

export function useCreateToken() {
  return useUserChange((body: { user: string; expiresInSeconds: number; note: string }) =>
    change(api.POST('/api/v1/tokens', { body })),
  );
}

export function useRevokeToken() {
  return useUserChange((token: string) =>
    change(api.DELETE('/api/v1/tokens/{token}', { params: { path: { token } } })),
  );
}
