import type { Operation } from '../../api/operations';

export type Filled = Readonly<Record<string, string>>;

/** One has no end, the other tells what only this page may know. */
const NOT_TRIED: readonly string[] = ['/api/v1/live', '/api/v1/session'];

/** Whether a page may ask it and show the answer. */
export function canBeTried({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  return method === 'GET' && !NOT_TRIED.includes(path);
}

/** Also a quote, so that the route can stand between quotes in a shell. */
function inPath(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27');
}

/** The route with what was filled in. Empty fields of a query are left out; those of a path keep their names. */
export function routeOf({ path, parameters }: Pick<Operation, 'path' | 'parameters'>, filled: Filled): string {
  const query = new URLSearchParams();
  let route = path;
  for (const { name, where } of parameters) {
    const value = filled[name] ?? '';
    if (where === 'path' && value !== '') {
      route = route.replace(`{${name}}`, inPath(value));
    } else if (where === 'query' && value !== '') {
      query.set(name, value);
    }
  }
  return query.size === 0 ? route : `${route}?${query.toString()}`;
}

/** Segments of a path that lead elsewhere, however they are written (RFC 3986, 5.2.4). */
const DOTS: readonly string[] = ['.', '..'];

/** Whether everything is filled in without which there is no such route. */
export function isComplete({ parameters }: Pick<Operation, 'parameters'>, filled: Filled): boolean {
  return parameters.every(({ name, required, where }) => {
    const value = filled[name] ?? '';
    return (!required || value !== '') && (where !== 'path' || !DOTS.includes(value));
  });
}
