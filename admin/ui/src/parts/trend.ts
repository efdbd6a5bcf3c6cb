import { LEAST_RATE } from '../format/number';

export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** So far back a trend looks: long enough not to jump, short enough to show what was just done. */
const WINDOW_MILLIS = 30_000;
const LEAST_MILLIS = 4_000;

export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  return [...samples.filter((each) => each.at > next.at - WINDOW_MILLIS && each.at < next.at), next];
}

export interface Trend {
  /** Messages a second by which it grows; negative where it shrinks. */
  readonly perSecond: number;
  readonly millisToEmpty: number | undefined;
}

/** Undefined: it was not looked at for long enough. */
export function trendOf(samples: readonly Sample[]): Trend | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < LEAST_MILLIS) {
    return undefined;
  }
  const perSecond = (last.value - first.value) / ((last.at - first.at) / 1_000);
  const isShrinking = perSecond <= -LEAST_RATE && last.value > 0;
  return { perSecond, millisToEmpty: isShrinking ? (last.value / -perSecond) * 1_000 : undefined };
}
