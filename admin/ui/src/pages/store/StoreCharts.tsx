import { useMemo } from 'react';
import { useFigures, type History } from '../../api/cluster';
import { bytes, count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Chart } from '../../parts/Chart';
import { Loaded } from '../../parts/Loaded';
import { latest, seriesOf, times } from '../overview/figures';
import { useMarks } from '../overview/useMarks';

/** So many pairs have a chart: those that are furthest behind. */
const MOST = 8;

export function StoreCharts() {
  const t = useT();
  return (
    <Loaded query={useFigures()}>
      {(history) => {
        const known = history === null ? [] : seriesOf(history, 'storeLagBytes').filter(({ pair }) => pair !== '');
        return history === null || known.length === 0 ? (
          <p className="quiet">{t('charts.none')}</p>
        ) : (
          <Drawn history={history} known={known} />
        );
      }}
    </Loaded>
  );
}

interface Props {
  readonly history: History;
  readonly known: ReturnType<typeof seriesOf>;
}

function Drawn({ history, known }: Props) {
  const t = useT();
  const furthest = [...known].sort((a, b) => (latest(b.values) ?? -1) - (latest(a.values) ?? -1)).slice(0, MOST);
  const shown = known.filter((each) => furthest.includes(each));
  const marks = useMarks(shown.map(({ pair }) => pair));
  const length = Math.max(...shown.map(({ values }) => values.length));
  const at = useMemo(() => times(history, length), [history, length]);
  return (
    <div className="stack">
      <div className="charts">
        {shown.map(({ pair, values }) => (
          <Chart
            key={pair}
            title={t('store.chart', { pair })}
            latest={bytes(latest(values))}
            times={at}
            lines={[{ label: '', values }]}
            format={bytes}
            marks={marks}
            binary
          />
        ))}
      </div>
      {known.length > shown.length && <p className="quiet">{t('more', { n: count(known.length - shown.length) })}</p>}
    </div>
  );
}
