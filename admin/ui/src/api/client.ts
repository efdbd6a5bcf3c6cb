/** The client, made from admin/api/openapi.yaml, and the one place where its answers become values or problems. */
import createClient, { type Middleware } from 'openapi-fetch';
import { Failure, type Problem } from './failure';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

let csrf = '';

/** What every request but GET has to say from now on. */
export function sayCsrfToken(token: string): void {
  csrf = token;
}

const sayCsrf: Middleware = {
  onRequest({ request }) {
    if (csrf !== '' && request.method !== 'GET') {
      request.headers.set('Feige-Csrf', csrf);
    }
    return request;
  },
};

export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'same-origin' });
api.use(sayCsrf);

interface Told<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The value of an answer. Whatever else came is thrown as a Failure, which says whether anything may have changed. */
export async function value<T>(asked: Promise<Told<T>>, changes = false): Promise<T> {
  let told: Told<T>;
  try {
    told = await asked;
  } catch {
    throw Failure.unreachable(changes);
  }
  if (told.response.ok && told.data !== undefined) {
    return told.data;
  }
  throw Failure.of(told.response.status, told.error as Problem | undefined, changes, told.response.headers);
}

/** As value, or null where the answer is that there is none. */
export async function valueUnless<T>(
  isNone: (failure: Failure) => boolean,
  asked: Promise<Told<T>>,
): Promise<T | null> {
  try {
    return await value(asked);
  } catch (failure) {
    if (failure instanceof Failure && isNone(failure)) {
      return null;
    }
    throw failure;
  }
}

/** As value, with the version of it: a change that names that is refused where another one has come between (ETag of RFC 9110). */
export async function seen<T extends object>(asked: Promise<Told<T>>): Promise<T & Seen> {
  const told = await value(asked);
  return { ...told, etag: (await asked).response.headers.get('ETag') ?? '' };
}

export interface Seen {
  readonly etag: string;
}

/** The header of a change to what was seen; none where the server told no version. */
export function ifMatch({ etag }: Seen): { header?: { 'If-Match': string } } {
  return etag === '' ? {} : { header: { 'If-Match': etag } };
}

/** As value, of a request that changes something. */
export function change<T>(asked: Promise<Told<T>>): Promise<T> {
  return value(asked, true);
}
