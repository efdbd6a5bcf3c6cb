import { useQuery } from '@tanstack/react-query';
import { api, value, type Schemas } from './client';
import { keys } from './keys';

export type Vitals = Schemas['NodeVitals'];
export type Thread = Schemas['NodeThread'];
export type Replica = Schemas['NodeReplica'];

const OFTEN = 5_000;

/** What all nodes are like now, and which of them did not say. */
export function useAllVitals() {
  return useQuery({
    queryKey: keys.nodes.all,
    queryFn: ({ signal }) => value(api.GET('/api/v1/nodes', { signal })),
    refetchInterval: OFTEN,
  });
}

/** Of a node that nobody knows nothing is asked. */
export function useVitals(node: string, isKnown: boolean) {
  return useQuery({
    queryKey: keys.nodes.one(node),
    queryFn: ({ signal }) => value(api.GET('/api/v1/nodes/{node}', { params: { path: { node } }, signal })),
    enabled: isKnown,
    refetchInterval: OFTEN,
  });
}
