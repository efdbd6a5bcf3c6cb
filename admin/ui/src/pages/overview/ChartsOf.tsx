import { useMemo } from 'react';
import { useFiguresOf, type ChartSubject, type History } from '../../api/cluster';
import { bytes, count, latency, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Chart } from '../../parts/Chart';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { RangeField } from './RangeField';
import { latest, times, type SeriesName } from './figures';
import { useMarks } from './useMarks';
import { useRange } from './useRange';

interface Props {
  readonly of: ChartSubject;
  /** Whose failovers are marked. */
  readonly pairs: readonly string[];
}

/** How a topic, a group or a node did. Its key has to be the subject: nothing of another one may show meanwhile. */
export function ChartsOf({ of, pairs }: Props) {
  const t = useT();
  const { range, seconds, choose } = useRange();
  return (
    <Section title={t('charts')}>
      <div className="stack">
        <RangeField range={range} onChange={choose} />
        <Loaded query={useFiguresOf(of, seconds)}>
          {(history) =>
            history.series.length === 0 ? (
              <p className="quiet">{t(of.kind === 'node' ? 'charts.notHeard' : 'charts.notKept')}</p>
            ) : (
              <Drawn history={history} pairs={pairs} />
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}

function Drawn({ history, pairs }: { readonly history: History; readonly pairs: readonly string[] }) {
  const t = useT();
  const marks = useMarks(pairs);
  const at = useMemo(() => times(history, history.series[0]?.values.length ?? 0), [history]);
  const titles: Partial<Record<SeriesName, string>> = {
    publishedPerSecond: t('totals.in'),
    settledPerSecond: t('totals.out'),
    heldBytes: t('topic.bytes'),
    backlog: t('group.lag'),
    confirmP99Millis: t('totals.confirm'),
    connections: t('node.connections'),
  };
  return (
    <div className="charts">
      {history.series.map(({ name, values }) => {
        const format = formatOf(name);
        return (
          <Chart
            key={name}
            title={titles[name] ?? name}
            latest={format(latest(values))}
            times={at}
            lines={[{ label: '', values }]}
            format={format}
            marks={marks}
            binary={name === 'heldBytes'}
          />
        );
      })}
    </div>
  );
}

function formatOf(name: SeriesName): (value: number | null | undefined) => string {
  switch (name) {
    case 'publishedPerSecond':
    case 'settledPerSecond':
      return perSecond;
    case 'heldBytes':
      return bytes;
    case 'confirmP99Millis':
      return latency;
    default:
      return count;
  }
}
