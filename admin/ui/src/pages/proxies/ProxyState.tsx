import type { Proxy } from '../../api/cluster';
import { millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { State } from '../../parts/State';

export function ProxyState({ proxy }: { readonly proxy: Proxy }) {
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
