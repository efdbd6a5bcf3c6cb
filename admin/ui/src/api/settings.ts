import { useQuery } from '@tanstack/react-query';
import { api, value, type Schemas } from './client';
import { keys } from './keys';

export type Setting = Schemas['Settings']['settings'][number];

/** A process that has settings. */
export interface Process {
  readonly kind: 'node' | 'admin';
  readonly name: string;
}

async function askFor({ kind, name }: Process): Promise<Setting[]> {
  const asked =
    kind === 'node'
      ? api.GET('/api/v1/nodes/{node}/settings', { params: { path: { node: name } } })
      : api.GET('/api/v1/admins/{admin}/settings', { params: { path: { admin: name } } });
  return (await value(asked)).settings;
}

/** As they were when it was started, in the order of the page on configuration. */
export function useSettings(of: Process) {
  return useQuery({ queryKey: keys.settings(of.kind, of.name), queryFn: () => askFor(of), staleTime: 30_000 });
}
