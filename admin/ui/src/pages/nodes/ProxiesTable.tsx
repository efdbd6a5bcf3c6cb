import { useMemo } from 'react';
import type { Proxy, Status } from '../../api/cluster';
import { millis, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { State } from '../../parts/State';

/** The proxies that the leading Admin hears of. */
export function ProxiesTable({ status }: { readonly status: Status }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Proxy>[] => [
      written('proxy', t('proxies.proxy'), (proxy) => proxy.id),
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

function ProxyState({ proxy }: { readonly proxy: Proxy }) {
  const t = useT();
  switch (proxy.state) {
    case 'SERVING':
      return <State kind="ok">{t('proxies.serving')}</State>;
    case 'STOPPING':
      return <State kind="idle">{t('proxies.stopping')}</State>;
    case 'AWAY':
      return <State kind="warn">{t('node.silent', { time: millis(proxy.silentMillis) })}</State>;
  }
}
