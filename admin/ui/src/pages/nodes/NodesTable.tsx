import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Node, Status } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { counted, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Alive } from './Alive';
import { vitalColumns, type AllVitals } from './vitalColumns';

interface Props {
  readonly status: Status;
  /** What they are like now; without it, only who lives is shown. */
  readonly vitals?: AllVitals;
}

export function NodesTable({ status, vitals }: Props) {
  const t = useT();
  const columns = useMemo(
    (): Column<Node>[] => [
      {
        id: 'node',
        head: t('node'),
        by: (node) => node.id,
        cell: (node) => (
          <>
            <Link to="/nodes/$node" params={{ node: node.id }}>
              <Hostile text={node.id} />
            </Link>
            {/* Where there is much to be told, it has no column of its own. */}
            {vitals !== undefined && (
              <div className="quiet named">
                <Hostile text={node.address} />
              </div>
            )}
          </>
        ),
      },
      {
        id: 'state',
        head: t('state'),
        by: (node) => String(node.alive),
        cell: (node) => <Alive node={node} isLive={status.live} vitals={vitals?.get(node.id)} />,
      },
      ...(vitals === undefined ? [written<Node>('address', t('node.address'), (node) => node.address)] : []),
      counted('serves', t('node.serves'), (node) => served(status, node.id)),
      ...(vitals === undefined ? [] : vitalColumns(t, vitals)),
    ],
    [status, vitals, t],
  );
  return (
    <DataTable
      label={t('nav.nodes')}
      name="nodes"
      rows={status.nodes}
      columns={columns}
      rowId={(node) => node.id}
      text={(node) => `${node.id} ${node.address}`}
      empty={<Empty command="feige node --config node-1.yaml">{t('nodes.empty')}</Empty>}
    />
  );
}

function served(status: Status, node: string): number {
  return status.pairs.filter((pair) => pair.active === node).length;
}
