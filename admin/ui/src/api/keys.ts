/** Names of what is cached: one place, so that what belongs together can be asked for anew together. */
export const keys = {
  session: ['session'] as const,
  status: ['status'] as const,
  alerts: ['alerts'] as const,
  clients: (node: string) => ['clients', node] as const,
  salvage: (node: string) => ['salvage', node] as const,
  events: ['events'] as const,
  figures: (seconds: number) => ['figures', seconds] as const,
  pair: {
    history: (pair: string) => ['pair', pair, 'history'] as const,
    disk: (pair: string) => ['pair', pair, 'disk'] as const,
    drill: (pair: string) => ['pair', pair, 'drill'] as const,
    promotion: (pair: string, node: string) => ['pair', pair, 'promotion', node] as const,
  },
  topics: {
    all: ['topics'] as const,
    one: (topic: string) => ['topics', topic] as const,
    groups: (topic: string) => ['topics', topic, 'groups'] as const,
    group: (topic: string, group: string) => ['topics', topic, 'groups', group] as const,
    delayed: (topic: string) => ['topics', topic, 'delayed'] as const,
    trace: (topic: string, pair: string, offset: string) => ['topics', topic, 'trace', pair, offset] as const,
    stored: (topic: string, wanted: object) => ['topics', topic, 'stored', wanted] as const,
    messages: (topic: string, wanted: object) => ['topics', topic, 'messages', wanted] as const,
  },
  users: ['users'] as const,
  tokens: ['tokens'] as const,
  audit: (of: string, limit: number) => ['audit', of, limit] as const,
};
