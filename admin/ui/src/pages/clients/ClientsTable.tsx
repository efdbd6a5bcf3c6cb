import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { Client } from '../../api/clients';
import { bytes, NOTHING } from '../../format/number';
import { cut } from '../../format/visible';
import { useT } from '../../i18n/Language';
import { counted, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { When } from '../../parts/When';

interface Props {
  readonly clients: readonly Client[];
  readonly empty: ReactNode;
}

/** A line a connection. */
export function ClientsTable({ clients, empty }: Props) {
  const t = useT();
  const columns = useMemo(
    (): Column<Client>[] => [
      {
        id: 'node',
        head: t('node'),
        by: (client) => client.node,
        cell: (client) => (
          <Link to="/nodes/$node" params={{ node: client.node }}>
            <Hostile text={client.node} />
          </Link>
        ),
      },
      {
        id: 'address',
        head: t('client.address'),
        by: (client) => client.address,
        cell: (client) => (
          <>
            <span className="named">
              <Hostile text={client.address} />
            </span>
            <div className="quiet">{t(client.encrypted ? 'client.encrypted' : 'client.plain')}</div>
          </>
        ),
      },
      written('user', t('user'), (client) => client.user),
      {
        id: 'software',
        head: t('client.software'),
        by: (client) => client.software,
        cell: (client) => (
          <>
            <Hostile text={cut(client.software) || NOTHING} />
            <div className="quiet">
              <Hostile text={cut(client.kind)} />
            </div>
          </>
        ),
      },
      {
        id: 'pair',
        head: t('pair'),
        by: (client) => client.pair,
        cell: (client) => <OfPair pair={client.pair} />,
      },
      {
        id: 'age',
        head: t('client.age'),
        by: (client) => -client.sinceMillis,
        cell: (client) => <When at={client.sinceMillis} />,
      },
      {
        id: 'last',
        head: t('client.last'),
        by: (client) => client.lastRequestMillis,
        cell: (client) => <When at={client.lastRequestMillis === 0 ? null : client.lastRequestMillis} />,
      },
      counted('requests', t('client.requests'), (client) => client.requests),
      counted('owed', t('client.owed'), (client) => client.bytesOwed, bytes),
    ],
    [t],
  );
  return (
    <DataTable
      label={t('nav.clients')}
      name="clients"
      rows={clients}
      columns={columns}
      rowId={(client) => `${client.node} ${client.connection}`}
      text={({ node, address, user, kind, software, pair }) => [node, address, user, kind, software, pair].join(' ')}
      empty={empty}
    />
  );
}

function OfPair({ pair }: { readonly pair: string }) {
  const t = useT();
  return pair === '' ? (
    <span className="quiet">{t('client.anyPair')}</span>
  ) : (
    <Link to="/pairs/$pair" params={{ pair }}>
      <Hostile text={pair} />
    </Link>
  );
}
