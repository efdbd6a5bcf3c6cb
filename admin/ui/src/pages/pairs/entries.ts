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

/** What happened, in order; what was decided on stands with the decision already and is one moment here. */
export function momentsOf(
  report: Report,
  evidence: readonly string[],
): { atMillis: number; words: string | undefined }[] {
  const isEvidence = (moment: Report['timeline'][number]) =>
    moment.atMillis === report.atMillis && evidence.includes(moment.words);
  const told = report.timeline.filter((moment) => !isEvidence(moment));
  const before = told.filter((moment) => moment.atMillis < report.atMillis);
  const after = told.filter((moment) => moment.atMillis >= report.atMillis);
  return [...before, { atMillis: report.atMillis, words: undefined }, ...after];
}

/** Milliseconds before or after the decision: -389 ms, 0, +27 ms. */
export function relative(atMillis: number, decidedAt: number): string {
  const distance = atMillis - decidedAt;
  const digits = new Intl.NumberFormat('en-US').format(Math.abs(distance));
  return distance === 0 ? '0' : `${distance < 0 ? '−' : '+'}${digits} ms`;
}
