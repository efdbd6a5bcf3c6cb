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

/** As value, of a request that changes something. */
export function change<T>(asked: Promise<Told<T>>): Promise<T> {
  return value(asked, true);
}
