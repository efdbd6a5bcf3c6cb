import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Proxy, Status } from '../../api/cluster';
import { perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { ProxyState } from '../proxies/ProxyState';

/** The proxies that the leading Admin hears of. */
export function ProxiesTable({ status }: { readonly status: Status }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Proxy>[] => [
      {
        id: 'proxy',
        head: t('proxies.proxy'),
        by: (proxy) => proxy.id,
        cell: (proxy) => (
          <Link to="/proxies/$proxy" params={{ proxy: proxy.id }}>
            <Hostile text={proxy.id} />
          </Link>
        ),
      },
      { id: 'state', head: t('state'), by: (proxy) => proxy.state, cell: (proxy) => <ProxyState proxy={proxy} /> },
      written('addresses', t('node.address'), (proxy) => proxy.addresses.join(' ')),
      counted('connections', t('proxies.connections'), (proxy) => proxy.connections),
      counted('callers', t('proxies.callers'), (proxy) => proxy.callers),
      counted('rate', t('proxies.rate'), (proxy) => proxy.requestsPerSecond, perSecond),
      timed('started', t('proxies.started'), (proxy) => proxy.startedAt),
    ],
    [t],
  );
  return (
    <DataTable
      label={t('proxies')}
      name="proxies"
      rows={status.proxies}
      columns={columns}
      rowId={(proxy) => proxy.id}
      text={(proxy) => `${proxy.id} ${proxy.addresses.join(' ')}`}
      empty={<Empty command="feige proxy --config proxy-1.yaml">{t('proxies.empty')}</Empty>}
    />
  );
}
