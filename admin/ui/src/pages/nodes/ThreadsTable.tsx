import { useMemo } from 'react';
import type { Thread } from '../../api/nodes';
import { count, percent } from '../../format/number';
import { cut } from '../../format/visible';
import { useT } from '../../i18n/Language';
import { counted, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';

/** Of a node, how busy each of its threads is. */
export function ThreadsTable({ threads }: { readonly threads: readonly Thread[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Thread>[] => [
      written('thread', t('node.thread'), (thread) => cut(thread.name)),
      {
        id: 'connections',
        head: t('node.connections'),
        numeric: true,
        by: (thread) => thread.connections ?? -1,
        cell: (thread) => count(thread.connections),
      },
      counted(
        'busy',
        t('node.busy'),
        (thread) => thread.busyPermille,
        (permille) => percent(permille / 10),
      ),
    ],
    [t],
  );
  return (
    <DataTable
      label={t('node.threads')}
      name="threads"
      rows={threads}
      columns={columns}
      rowId={(thread) => thread.name}
      text={(thread) => thread.name}
      sort="-busy"
      pageSize={10}
      empty={<p className="quiet">{t('node.noThreads')}</p>}
    />
  );
}
