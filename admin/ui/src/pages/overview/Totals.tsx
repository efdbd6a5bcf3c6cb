import { useFigures } from '../../api/cluster';
import { useTopics } from '../../api/topics';
import { bytes, change, count, millis, NOTHING, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Figure } from '../../parts/Figure';
import { latest, secondsToEmpty, slope, whole } from './figures';
import { useWaiting } from './useWaiting';

/** What moves, and what waits. */
export function Totals() {
  const t = useT();
  const history = useFigures().data;
  const topics = useTopics().data;
  const waiting = useWaiting();
  const backlog = history ? whole(history, 'backlog') : [];
  const trend = history ? slope(backlog, history.stepSeconds) : undefined;
  const empty = history ? secondsToEmpty(backlog, history.stepSeconds) : undefined;
  const now = latest(backlog) ?? waiting.backlog;
  const held = topics?.reduce((sum, topic) => sum + topic.messages, 0);
  const size = topics?.reduce((sum, topic) => sum + topic.bytes, 0);
  const delayed = topics?.reduce((sum, topic) => sum + topic.delayed, 0);
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
        value={count(topics?.length)}
        note={delayed ? t('totals.delayed', { n: count(delayed) }) : undefined}
      />
      <Figure label={t('totals.held')} value={count(held)} note={size === undefined ? undefined : bytes(size)} />
    </dl>
  );
}
