import { useEffect, useState } from 'react';
import { trendOf, withSample, type Sample, type Trend } from './trend';

/** How a number has changed while the page was looked at. */
export function useTrend(value: number | undefined, at: number): Trend | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (value !== undefined) {
      setSamples((before) => withSample(before, { at, value }));
    }
  }, [value, at]);
  return trendOf(samples);
}
