import type { History } from '../../api/cluster';

export type SeriesName = History['series'][number]['name'];

export interface Series {
  readonly pair: string;
  readonly values: readonly (number | null)[];
}

export function seriesOf(history: History, name: SeriesName): Series[] {
  return history.series.filter((each) => each.name === name).map(({ pair, values }) => ({ pair, values }));
}

/** The cluster as a whole: what the server says of it, or the sum of all pairs. */
export function whole(history: History, name: SeriesName): readonly (number | null)[] {
  const all = seriesOf(history, name);
  const said = all.find((each) => each.pair === '');
  if (said !== undefined) {
    return said.values;
  }
  const longest = Math.max(0, ...all.map((each) => each.values.length));
  return Array.from({ length: longest }, (_, at) => {
    const known = all
      .map((each) => each.values[each.values.length - longest + at])
      .filter((each) => typeof each === 'number');
    return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
  });
}

export function latest(values: readonly (number | null)[]): number | undefined {
  return values.at(-1) ?? undefined;
}

/** Seconds since 1970 of each value, the last one as of until. */
export function times(history: History, length: number): number[] {
  const until = new Date(history.until).getTime() / 1000;
  return Array.from({ length }, (_, at) => until - (length - 1 - at) * history.stepSeconds);
}

/** How long until nothing waits, as things go; undefined: never, or nothing waits. */
export function secondsToEmpty(backlog: readonly (number | null)[], stepSeconds: number): number | undefined {
  const known = backlog.slice(-6).filter((each) => each !== null);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined || known.length < 2 || last === 0 || last >= first) {
    return undefined;
  }
  return last / ((first - last) / ((known.length - 1) * stepSeconds));
}

/** Messages a second by which a backlog grows or shrinks. */
export function slope(backlog: readonly (number | null)[], stepSeconds: number): number | undefined {
  const known = backlog.slice(-6).filter((each) => each !== null);
  const first = known[0];
  const last = known.at(-1);
  return first === undefined || last === undefined || known.length < 2
    ? undefined
    : (last - first) / ((known.length - 1) * stepSeconds);
}
