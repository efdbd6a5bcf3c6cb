import { useMemo } from 'react';
import { useFigures, useStatus, type History } from '../../api/cluster';
import { bytes, count, latency, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Chart, type Line } from '../../parts/Chart';
import { Loaded } from '../../parts/Loaded';
import { RangeField } from './RangeField';
import { latest, seriesOf, times, whole, type SeriesName } from './figures';
import { useMarks } from './useMarks';
import { useRange } from './useRange';

interface Props {
  /** Only of one pair. */
  readonly pair?: string;
}

/** The last hour, or as much as is wanted. */
export function Charts({ pair }: Props) {
  const t = useT();
  const { range, seconds, choose } = useRange();
  return (
    <div className="stack">
      <RangeField range={range} onChange={choose} />
      <Loaded query={useFigures(seconds)}>
        {(history) =>
          history === null || history.series.length === 0 ? (
            <p className="quiet">{t('charts.none')}</p>
          ) : (
            <Drawn history={history} pair={pair} />
          )
        }
      </Loaded>
    </div>
  );
}

function Drawn({ history, pair }: { readonly history: History; readonly pair: string | undefined }) {
  const t = useT();
  const pairs = useStatus().data?.pairs;
  const marks = useMarks(pair === undefined ? (pairs ?? []).map((each) => each.id) : [pair]);
  const of = (name: SeriesName, label: string): Line => {
    const values =
      pair === undefined
        ? whole(history, name)
        : (seriesOf(history, name).find((each) => each.pair === pair)?.values ?? []);
    return { label, values };
  };
  const rates = [of('publishedPerSecond', t('charts.in')), of('settledPerSecond', t('charts.out'))];
  const one = (name: SeriesName) => [of(name, '')];
  const length = Math.max(...history.series.map((each) => each.values.length));
  const at = useMemo(() => times(history, length), [history, length]);
  const last = (lines: Line[], format: (value: number | undefined) => string) =>
    lines.map((line) => format(latest(line.values))).join(' / ');
  const chart = (
    title: string,
    lines: Line[],
    format: (value: number | null | undefined) => string,
    binary = false,
  ) => (
    <Chart
      title={title}
      latest={last(lines, format)}
      times={at}
      lines={lines}
      format={format}
      marks={marks}
      binary={binary}
    />
  );
  return (
    <div className="charts">
      {chart(t('charts.rates'), rates, perSecond)}
      {pair === undefined && chart(t('totals.confirm'), one('confirmP99Millis'), latency)}
      {chart(t('charts.backlog'), one('backlog'), count)}
      {chart(t('charts.held'), one('heldBytes'), bytes, true)}
      {chart(t('charts.lag'), one('lagBytes'), bytes, true)}
    </div>
  );
}
