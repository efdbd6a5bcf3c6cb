import { useMemo } from 'react';
import type { Status } from '../../api/cluster';
import { NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';

type Admin = Status['admins'][number];

export function AdminsTable({ status }: { readonly status: Status }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Admin>[] => [
      { id: 'admin', head: t('nodes.admin'), by: (admin) => admin.id, cell: (admin) => <Hostile text={admin.id} /> },
      {
        id: 'leads',
        head: t('state'),
        by: (admin) => String(!admin.leader),
        cell: (admin) => (
          <State kind={admin.leader ? 'ok' : 'idle'}>{t(admin.leader ? 'nodes.leads' : 'nodes.follows')}</State>
        ),
      },
      {
        id: 'client',
        head: t('nodes.client'),
        by: (admin) => admin.client,
        cell: (admin) => <Hostile text={admin.client} />,
      },
      {
        id: 'http',
        head: t('nodes.http'),
        by: (admin) => admin.http,
        cell: (admin) => <Hostile text={admin.http || NOTHING} />,
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('nodes.admins')}
      name="admins"
      rows={status.admins}
      columns={columns}
      rowId={(admin) => admin.id}
      empty={<Empty command="feige admin --config admin.yaml">{t('nodes.noAdmins')}</Empty>}
    />
  );
}
