import type { Decision, Report } from '../../api/cluster';

export interface Entry {
  readonly decision: Decision;
  /** What is known about the activation that followed, if one did. */
  readonly report: Report | undefined;
}

/** Decisions with the reports that belong to them. A report tells of the activation that began an epoch. */
export function entriesOf(decisions: readonly Decision[], reports: readonly Report[]): Entry[] {
  return decisions.map((decision) => ({
    decision,
    report:
      decision.toEpoch === decision.fromEpoch
        ? undefined
        : reports.find((report) => report.epoch === decision.toEpoch && report.kind === decision.kind),
  }));
}

/** Milliseconds before or after the decision: -389 ms, 0, +27 ms. */
export function relative(atMillis: number, decidedAt: number): string {
  const distance = atMillis - decidedAt;
  const digits = new Intl.NumberFormat('en-US').format(Math.abs(distance));
  return distance === 0 ? '0' : `${distance < 0 ? '−' : '+'}${digits} ms`;
}
