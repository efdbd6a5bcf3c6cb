import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Node, Status } from '../../api/cluster';
import { millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';

export function NodesTable({ status }: { readonly status: Status }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Node>[] => [
      {
        id: 'node',
        head: t('node'),
        by: (node) => node.id,
        cell: (node) => (
          <Link to="/nodes/$node" params={{ node: node.id }}>
            <Hostile text={node.id} />
          </Link>
        ),
      },
      {
        id: 'state',
        head: t('state'),
        by: (node) => String(node.alive),
        cell: (node) => <Alive node={node} isLive={status.live} />,
      },
      written('address', t('node.address'), (node) => node.address),
      counted('serves', t('node.serves'), (node) => served(status, node.id)),
    ],
    [status, t],
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

export function Alive({ node, isLive }: { readonly node: Node; readonly isLive: boolean }) {
  const t = useT();
  if (!isLive) {
    return <State kind="idle">{t('health.unknown')}</State>;
  }
  return node.alive ? (
    <State kind="ok">{t('node.alive')}</State>
  ) : (
    <State kind="warn">
      {node.silentMillis < 0 ? t('node.never') : t('node.silent', { time: millis(node.silentMillis) })}
    </State>
  );
}
