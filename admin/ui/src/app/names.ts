import { useParams } from '@tanstack/react-router';

/** Names that stand in the page's path. */
export function useNames<const N extends string>(...names: readonly N[]): Readonly<Record<N, string>> {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) as Record<N, string>;
}
