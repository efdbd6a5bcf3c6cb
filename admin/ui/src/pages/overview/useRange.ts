import { HISTORY_SECONDS } from '../../api/cluster';
import { useAddress } from '../../app/search';

/** Seconds of each time that can be looked at; the longest is what an Admin keeps. */
const RANGES = { hour: HISTORY_SECONDS, day: 86_400, week: 604_800, month: 2_678_400 } as const;

export type Range = keyof typeof RANGES;

const isRange = (text: string | undefined): text is Range => text !== undefined && Object.hasOwn(RANGES, text);

/** How far back charts go: the last hour, or as much as the address says. */
export function useRange() {
  const [search, put] = useAddress();
  const range = isRange(search.range) ? search.range : 'hour';
  const choose = (wanted: string) => put({ range: wanted === 'hour' ? '' : wanted });
  return { range, seconds: RANGES[range], choose };
}
