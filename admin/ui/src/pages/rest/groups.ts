import type { Operation } from '../../api/operations';

const API = '/api/v1/';

/** What a route is about: the first word of its path that says something. */
export function groupOf({ path }: Pick<Operation, 'path'>): string {
  const said = path.startsWith(API) ? path.slice(API.length) : path.slice(1);
  return said.split('/')[0] ?? '';
}
