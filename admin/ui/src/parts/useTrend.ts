import { useCallback, useEffect, useMemo, useState } from 'react';
import { trendOf, withSample, type Sample, type Trend } from './trend';

const ONE = 'one';

/** How a number has changed while the page was looked at. */
export function useTrend(value: number | undefined, at: number): Trend | undefined {
  const values = useMemo(() => (value === undefined ? [] : ([[ONE, value]] as const)), [value]);
  return useTrends(values, at)(ONE);
}

/** The same of many numbers, each with its name. What is not among them any more is forgotten. */
export function useTrends(
  values: Iterable<readonly [string, number]>,
  at: number,
): (name: string) => Trend | undefined {
  const [samples, setSamples] = useState<ReadonlyMap<string, readonly Sample[]>>(new Map());
  useEffect(() => {
    setSamples((before) => {
      const after = new Map<string, readonly Sample[]>();
      for (const [name, value] of values) {
        after.set(name, withSample(before.get(name) ?? [], { at, value }));
      }
      return after;
    });
  }, [values, at]);
  return useCallback((name) => trendOf(samples.get(name) ?? []), [samples]);
}
