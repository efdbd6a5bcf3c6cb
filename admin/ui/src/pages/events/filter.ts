import type { Event, Kind, Severity } from '../../api/events';

export const KINDS: readonly Kind[] = [
  'ALERT',
  'ALERT_OVER',
  'DECISION',
  'REPORT',
  'DRILL',
  'NODE_CAME',
  'NODE_GONE',
  'LEADER',
];

export const SEVERITIES: readonly Severity[] = ['INFO', 'WARNING', 'CRITICAL'];

/** As the address says; empty or missing: whatever there is. */
export interface Wanted {
  readonly kind: string | undefined;
  readonly severity: string | undefined;
}

export function wantedOf(events: readonly Event[], { kind = '', severity = '' }: Wanted): Event[] {
  return events.filter(
    (event) => (kind === '' || event.kind === kind) && (severity === '' || event.severity === severity),
  );
}
