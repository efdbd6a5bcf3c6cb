import type { ReactNode } from 'react';
import type { Node } from '../../api/cluster';
import type { Vitals } from '../../api/nodes';
import { bytes, count, NOTHING, percent } from '../../format/number';
import { cut } from '../../format/visible';
import type { Translate } from '../../i18n/translate';
import type { Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';
import { ClockOf } from './ClockOf';
import { busiest, hasOtherTime, isFull, tightest } from './vitals';

/** What nodes say of themselves, by their names. */
export type AllVitals = ReadonlyMap<string, Vitals>;

/** Columns of what nodes are like now. */
export function vitalColumns(t: Translate, all: AllVitals): Column<Node>[] {
  const column = (
    id: string,
    head: string,
    by: (vitals: Vitals) => string | number,
    cell: (vitals: Vitals) => ReactNode,
    numeric = true,
  ): Column<Node> => ({
    id,
    head,
    numeric,
    by: ({ id: name }) => of(name, by) ?? (numeric ? -1 : ''),
    cell: ({ id: name }) => of(name, cell) ?? NOTHING,
  });
  const of = <T,>(name: string, told: (vitals: Vitals) => T): T | undefined => {
    const vitals = all.get(name);
    return vitals === undefined ? undefined : told(vitals);
  };
  return [
    column('version', t('node.version'), (node) => node.software, version, false),
    column(
      'heap',
      t('node.heap'),
      (node) => node.heapBytes,
      (node) => (
        <>
          {t('amount', { used: bytes(node.heapBytes), most: bytes(node.heapMaxBytes) })}
          <div className="quiet">{percent((node.heapBytes / node.heapMaxBytes) * 100)}</div>
        </>
      ),
    ),
    column(
      'connections',
      t('node.connections'),
      (node) => node.connections,
      (node) => count(node.connections),
    ),
    column('busiest', t('node.busiest'), (node) => busiest(node)?.busyPermille ?? -1, busy),
    column('free', t('node.free'), (node) => tightest(node)?.freeBytes ?? -1, free),
    ...([...all.values()].some(hasOtherTime)
      ? [
          column(
            'clock',
            t('node.clock'),
            (node) => node.clockAheadMillis,
            (node) => <ClockOf vitals={node} />,
            false,
          ),
        ]
      : []),
  ];
}

function version({ software }: Vitals): ReactNode {
  return <Hostile text={cut(software) || NOTHING} />;
}

function busy(vitals: Vitals): ReactNode {
  const thread = busiest(vitals);
  return thread === undefined ? (
    NOTHING
  ) : (
    <>
      {percent(thread.busyPermille / 10)}
      <div className="quiet">
        <Hostile text={cut(thread.name)} />
      </div>
    </>
  );
}

function free(vitals: Vitals): ReactNode {
  const replica = tightest(vitals);
  if (replica === undefined) {
    return NOTHING;
  }
  return isFull(replica) ? <State kind="bad">{bytes(replica.freeBytes)}</State> : bytes(replica.freeBytes);
}
