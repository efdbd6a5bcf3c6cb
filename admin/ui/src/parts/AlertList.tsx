import type { Alert } from '../api/cluster';
import { useT } from '../i18n/Language';
import { AlertLine } from './AlertLine';

/** Nothing where nothing is wrong. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const t = useT();
  return alerts.length === 0 ? null : (
    <ul className="notes" aria-label={t('nav.alerts')}>
      {alerts.map((alert) => (
        <AlertLine key={`${alert.rule} ${alert.of}`} alert={alert} />
      ))}
    </ul>
  );
}
