import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Status } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';

type Admin = Status['admins'][number];

export function AdminsTable({ status }: { readonly status: Status }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Admin>[] => [
      {
        id: 'admin',
        head: t('nodes.admin'),
        by: (admin) => admin.id,
        cell: (admin) => (
          <Link to="/admins/$admin" params={{ admin: admin.id }}>
            <Hostile text={admin.id} />
          </Link>
        ),
      },
      {
        id: 'leads',
        head: t('state'),
        by: (admin) => String(!admin.leader),
        cell: (admin) => <Leads admin={admin} />,
      },
      written('client', t('nodes.client'), (admin) => admin.client),
      written('http', t('nodes.http'), (admin) => admin.http),
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

export function Leads({ admin }: { readonly admin: Admin }) {
  const t = useT();
  return <State kind={admin.leader ? 'ok' : 'idle'}>{t(admin.leader ? 'nodes.leads' : 'nodes.follows')}</State>;
}
