import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFigures, type Alert, type Pair, type Status } from '../../api/cluster';
import { bytes, bytesChange, millis, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';
import { secondsToEmpty, seriesOf, slope } from '../overview/figures';
import { standingOf } from './behind';

/** What grows by less a second goes up and down with the traffic. */
const STEADY = 1_024;

interface Props {
  readonly status: Status;
  readonly alerts: readonly Alert[];
}

/** A line a pair: what has no rows yet, since when, and whether that grows. */
export function StoreTable({ status, alerts }: Props) {
  const t = useT();
  const history = useFigures().data;
  const columns = useMemo((): Column<Pair>[] => {
    const behind = (pair: string) =>
      history ? (seriesOf(history, 'storeLagBytes').find((each) => each.pair === pair)?.values ?? []) : [];
    const step = history?.stepSeconds ?? 1;
    const trend = ({ id }: Pair): string => {
      const grows = slope(behind(id), step);
      const empty = secondsToEmpty(behind(id), step);
      if (grows === undefined) {
        return NOTHING;
      }
      if (Math.abs(grows) < STEADY) {
        return t('store.steady');
      }
      return empty === undefined
        ? bytesChange(grows)
        : t('totals.empty', { rate: bytesChange(grows), time: millis(empty * 1000) });
    };
    return [
      {
        id: 'pair',
        head: t('pair'),
        by: (pair) => pair.id,
        cell: (pair) => (
          <Link to="/pairs/$pair" params={{ pair: pair.id }}>
            <Hostile text={pair.id} />
          </Link>
        ),
      },
      {
        id: 'state',
        head: t('state'),
        by: (pair) => standingOf(pair, alerts).words,
        cell: (pair) => <Standing pair={pair} alerts={alerts} />,
      },
      counted('bytes', t('store.missing'), (pair) => pair.storeLagBytes, bytes),
      counted('since', t('store.oldest'), (pair) => pair.storeLagMillis, millis),
      {
        id: 'trend',
        head: t('store.trend'),
        numeric: true,
        by: ({ id }) => slope(behind(id), step) ?? 0,
        cell: trend,
      },
      {
        id: 'disk',
        head: t('disk.title'),
        cell: (pair) => (
          <Link to="/pairs/$pair" params={{ pair: pair.id }} hash="disk">
            {t('disk.why')}
          </Link>
        ),
      },
    ];
  }, [history, alerts, t]);
  return (
    <DataTable
      label={t('nav.store')}
      name="store"
      rows={status.pairs}
      columns={columns}
      rowId={(pair) => pair.id}
      text={(pair) => pair.id}
      empty={<p className="quiet">{t('store.unknown')}</p>}
    />
  );
}

function Standing({ pair, alerts }: { readonly pair: Pair; readonly alerts: readonly Alert[] }) {
  const t = useT();
  const { kind, words } = standingOf(pair, alerts);
  return <State kind={kind}>{t(words)}</State>;
}
