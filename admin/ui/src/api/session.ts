import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, sayCsrfToken, value, type Schemas } from './client';
import { permits, type Right } from './grants';
import { keys } from './keys';

export type Session = Schemas['Session'];

/** Null: nobody is logged in. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async (): Promise<Session | null> => {
    const session = await whoIsIn();
    return session.who === '' ? null : accept(session);
  },
  staleTime: Infinity,
});

/** A browser tells of each request that is refused; nobody is an answer. */
function whoIsIn(): Promise<Session> {
  return value(api.GET('/api/v1/session', { params: { query: { orNobody: true } } }));
}

function accept(session: Session): Session {
  sayCsrfToken(session.csrf);
  return session;
}

export function useSession() {
  return useQuery(sessionQuery);
}

/** Where the token lies that a browser on Admin's machine is to show; empty: a user's password or token is wanted. */
export function useTokenFile(): string {
  const asked = useQuery({
    queryKey: keys.tokenFile,
    queryFn: async () => {
      const { tokenFile = '' } = await whoIsIn();
      return tokenFile;
    },
  });
  return asked.data ?? '';
}

function logIn(credentials: Credentials) {
  return api.POST('/api/v1/session', { headers: { Authorization: authorization(credentials) }, body: {} });
}

export type Credentials = { user: string; password: string } | { token: string };

/** As RFC 7617 and RFC 6750 have them: what every caller shows, and a browser once. */
export function authorization(credentials: Credentials): string {
  if ('token' in credentials) {
    return `Bearer ${credentials.token}`;
  }
  const both = new TextEncoder().encode(`${credentials.user}:${credentials.password}`);
  return `Basic ${btoa(String.fromCharCode(...both))}`;
}

export function useLogIn() {
  const cache = useQueryClient();
  return async (credentials: Credentials): Promise<Session> => {
    const session = accept(await change(logIn(credentials)));
    // What was asked before may be answered later: that nobody is logged in.
    await cache.cancelQueries({ queryKey: keys.session, exact: true });
    // What somebody else was shown is not for whoever comes now.
    cache.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
    cache.setQueryData(keys.session, session);
    return session;
  };
}

export function useLogOut() {
  const cache = useQueryClient();
  return async () => {
    await change(api.DELETE('/api/v1/session'));
    sayCsrfToken('');
    cache.setQueryData(keys.session, null);
    cache.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
  };
}

/** Whether the caller may; without a topic, whether of some topic. */
export function useMay(): (right: Right, topic?: string) => boolean {
  const grants = useSession().data?.grants ?? [];
  return (right, topic) => permits(grants, right, topic);
}
