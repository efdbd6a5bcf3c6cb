import { useFigures, useTotals } from '../../api/cluster';
import { bytes, change, count, latency, millis, NOTHING, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Figure } from '../../parts/Figure';
import { latest, secondsToEmpty, slope, whole } from './figures';

/** What moves, and what waits. */
export function Totals() {
  const t = useT();
  const history = useFigures().data;
  const totals = useTotals().data;
  const backlog = history ? whole(history, 'backlog') : [];
  const trend = history ? slope(backlog, history.stepSeconds) : undefined;
  const empty = history ? secondsToEmpty(backlog, history.stepSeconds) : undefined;
  const now = latest(backlog) ?? totals?.unsettled;
  return (
    <dl className="figures">
      <Figure
        label={t('totals.in')}
        value={history ? perSecond(latest(whole(history, 'publishedPerSecond'))) : NOTHING}
      />
      <Figure
        label={t('totals.out')}
        value={history ? perSecond(latest(whole(history, 'settledPerSecond'))) : NOTHING}
      />
      <Figure
        label={t('totals.confirm')}
        value={history ? latency(latest(whole(history, 'confirmP99Millis'))) : NOTHING}
      />
      <Figure
        label={t('totals.backlog')}
        value={count(now)}
        note={
          empty !== undefined && trend !== undefined
            ? t('totals.empty', { rate: change(trend), time: millis(empty * 1000) })
            : trend !== undefined && trend !== 0
              ? change(trend)
              : undefined
        }
      />
      <Figure
        label={t('nav.topics')}
        value={count(totals?.topics)}
        note={totals?.delayed ? t('totals.delayed', { n: count(totals.delayed) }) : undefined}
      />
      <Figure
        label={t('totals.held')}
        value={count(totals?.messages)}
        note={totals ? bytes(totals.bytes) : undefined}
      />
    </dl>
  );
}
