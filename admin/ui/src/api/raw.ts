import { useQuery } from '@tanstack/react-query';
import { Failure } from './failure';
import { keys } from './keys';

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

async function rawAnswer(route: string, signal: AbortSignal): Promise<RawAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(route, { credentials: 'same-origin', signal });
    text = await response.text();
  } catch {
    throw Failure.unreachable(false);
  }
  if (response.status === 401) {
    throw Failure.of(response.status, undefined, false, response.headers);
  }
  return { status: response.status, text };
}

/** What a route answers a program, whatever that is. It is asked as long as the answer is wanted, and no longer. */
export function useRawAnswer(route: string | undefined) {
  return useQuery({
    queryKey: keys.raw(route ?? ''),
    queryFn: ({ signal }) => rawAnswer(route ?? '', signal),
    enabled: route !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
