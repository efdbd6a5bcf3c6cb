/** What a caller may do, as the servers judge it; the servers' word counts, this only spares people a refusal. */
export type Right = 'publish' | 'consume' | 'read' | 'manage' | 'viewer' | 'operator' | 'administrator';

function covers(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** Whether a right is among the grants; without a topic, whether it is of some topic. */
export function permits(grants: readonly string[], right: Right, topic?: string): boolean {
  return grants.some((grant) => {
    if (grant === 'all') {
      return true;
    }
    const colon = grant.indexOf(':');
    const name = colon < 0 ? grant : grant.slice(0, colon);
    if (name !== right) {
      return right === 'viewer' && (name === 'operator' || name === 'administrator');
    }
    return colon < 0 || topic === undefined || covers(grant.slice(colon + 1).split('/')[0] ?? '', topic);
  });
}
