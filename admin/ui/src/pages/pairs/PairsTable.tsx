import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Pair, Status } from '../../api/cluster';
import { useFigures } from '../../api/cluster';
import { bytes, count, millis, NOTHING, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';
import { Told } from '../../parts/Told';
import { latest, seriesOf } from '../overview/figures';
import { hasStore } from '../store/behind';
import { healthOf, rolesOf } from './roles';

/** A line a pair: who serves, who stands by, how far behind, how long a failover takes. */
export function PairsTable({ status }: { readonly status: Status }) {
  const t = useT();
  const history = useFigures().data;
  const columns = useMemo((): Column<Pair>[] => {
    const rate = (pair: string) =>
      history
        ? latest(seriesOf(history, 'publishedPerSecond').find((each) => each.pair === pair)?.values ?? [])
        : undefined;
    return [
      {
        id: 'pair',
        head: t('pair'),
        by: (pair) => pair.id,
        cell: (pair) => (
          <span className="named">
            <Link to="/pairs/$pair" params={{ pair: pair.id }}>
              <Hostile text={pair.id} />
            </Link>
          </span>
        ),
      },
      {
        id: 'health',
        head: t('state'),
        by: (pair) => healthOf(pair, status.live).words,
        cell: (pair) => <Health pair={pair} isLive={status.live} />,
      },
      { id: 'master', head: t('pairs.nodes'), cell: (pair) => <Roles pair={pair} status={status} /> },
      counted('epoch', t('pair.epoch'), (pair) => pair.epoch),
      counted('lag', t('pair.lag'), (pair) => pair.lagBytes, bytes),
      ...(status.pairs.some(hasStore)
        ? [
            {
              id: 'store',
              head: t('pair.storeLag'),
              numeric: true,
              by: (pair: Pair) => pair.storeLagBytes,
              cell: (pair: Pair) => storeLag(pair),
            },
          ]
        : []),
      {
        id: 'bound',
        head: t('pair.bound'),
        numeric: true,
        by: (pair) => pair.failoverBoundMillis,
        cell: (pair) => bound(pair),
      },
      {
        id: 'rate',
        head: t('pair.rate'),
        numeric: true,
        by: (pair) => rate(pair.id) ?? -1,
        cell: (pair) => perSecond(rate(pair.id)),
      },
    ];
  }, [status, history, t]);
  return (
    <DataTable
      label={t('nav.pairs')}
      name="pairs"
      rows={status.pairs}
      columns={columns}
      rowId={(pair) => pair.id}
      text={(pair) => `${pair.id} ${pair.master} ${pair.backup}`}
      empty={<Empty command="feige up">{t('pairs.empty')}</Empty>}
    />
  );
}

/** In milliseconds: it is a promise, and seconds are too coarse for it. Nothing is promised where nobody stands by. */
export function bound(pair: Pair): string {
  return pair.failoverBoundMillis < 0 || pair.inSync.length < 2 ? NOTHING : `${count(pair.failoverBoundMillis)} ms`;
}

/** What the message store does not have yet, and for how long it has waited. */
export function storeLag(pair: Pair): string {
  return hasStore(pair) ? `${bytes(pair.storeLagBytes)} · ${millis(pair.storeLagMillis)}` : NOTHING;
}

export function boundWithAdmin(pair: Pair): string {
  return millis(pair.withAdminBoundMillis);
}

export function Health({ pair, isLive }: { readonly pair: Pair; readonly isLive: boolean }) {
  const t = useT();
  const { kind, words } = healthOf(pair, isLive);
  return (
    <>
      <State kind={kind}>{t(words)}</State>
      {isLive && pair.trouble !== '' && (
        <div className="quiet">
          <Told text={pair.trouble} />
        </div>
      )}
    </>
  );
}

function Roles({ pair, status }: { readonly pair: Pair; readonly status: Status }) {
  const t = useT();
  return (
    <span className="roles">
      {rolesOf(pair, status).map((role) => (
        <span key={role.node} className="role">
          <Link to="/nodes/$node" params={{ node: role.node }}>
            <Hostile text={role.node} />
          </Link>
          <State kind={role.kind}>{t(role.words)}</State>
        </span>
      ))}
    </span>
  );
}
