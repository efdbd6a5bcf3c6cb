import { useEffect, useState } from 'react';
import { trendOf, withSample, type Sample, type Trend } from './trend';

/** How a number has changed while the page was looked at. */
export function useTrend(lag: number | undefined, at: number): Trend | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (lag !== undefined) {
      setSamples((before) => withSample(before, { at, lag }));
    }
  }, [lag, at]);
  return trendOf(samples);
}
