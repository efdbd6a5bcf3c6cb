import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { historyOf } from '../../api/cluster';

/** When nodes took over, in seconds since 1970: a mark on every chart. */
export function useMarks(pairs: readonly string[]): readonly number[] {
  const joined = useQueries({
    queries: pairs.slice(0, 10).map((pair) => historyOf(pair)),
    combine: (asked) =>
      asked
        .flatMap((each) => each.data?.reports ?? [])
        .filter((report) => report.kind !== 'FIRST')
        .map((report) => Math.round(report.atMillis / 1000))
        .join(' '),
  });
  return useMemo(() => (joined === '' ? [] : joined.split(' ').map(Number)), [joined]);
}
