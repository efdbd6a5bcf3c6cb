import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Replica } from '../../api/nodes';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { State, type StateKind } from '../../parts/State';
import type { PlainKey } from '../../i18n/translate';
import { isFull } from './vitals';

const ROLES: Readonly<Record<string, readonly [StateKind, PlainKey] | undefined>> = {
  ACTIVE: ['ok', 'replica.active'],
  STANDBY: ['ok', 'replica.standby'],
  JOINING: ['work', 'replica.joining'],
  FENCED: ['idle', 'replica.fenced'],
};

/** A line a pair that the node is a member of: what it does there, and how full the disk is. */
export function ReplicasTable({ replicas }: { readonly replicas: readonly Replica[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Replica>[] => [
      {
        id: 'pair',
        head: t('pair'),
        by: (replica) => replica.pair,
        cell: (replica) => (
          <Link to="/pairs/$pair" params={{ pair: replica.pair }}>
            <Hostile text={replica.pair} />
          </Link>
        ),
      },
      {
        id: 'role',
        head: t('replica.role'),
        by: (replica) => replica.role,
        cell: (replica) => <Role of={replica.role} />,
      },
      counted('stored', t('replica.stored'), (replica) => replica.storedBytes, bytes),
      counted(
        'limit',
        t('disk.limit'),
        (replica) => replica.limitBytes,
        (limit) => (limit <= 0 ? t('none') : bytes(limit)),
      ),
      {
        id: 'free',
        head: t('disk.free'),
        numeric: true,
        by: (replica) => replica.freeBytes,
        cell: (replica) =>
          isFull(replica) ? <State kind="bad">{bytes(replica.freeBytes)}</State> : bytes(replica.freeBytes),
      },
      counted('reserve', t('disk.reserve'), (replica) => replica.reserveBytes, bytes),
      {
        id: 'disk',
        head: t('disk.title'),
        cell: (replica) => (
          <Link to="/pairs/$pair" params={{ pair: replica.pair }} hash="disk">
            {t('disk.why')}
          </Link>
        ),
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('node.replicas')}
      name="replicas"
      rows={replicas}
      columns={columns}
      rowId={(replica) => replica.pair}
      text={(replica) => `${replica.pair} ${replica.role}`}
      empty={<p className="quiet">{t('node.noReplicas')}</p>}
    />
  );
}

function Role({ of }: { readonly of: string }) {
  const t = useT();
  const known = ROLES[of];
  return known === undefined ? <Hostile text={of} /> : <State kind={known[0]}>{t(known[1])}</State>;
}
