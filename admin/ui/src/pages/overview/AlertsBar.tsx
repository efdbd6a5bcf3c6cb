import { useAlerts } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { AlertLine } from '../../parts/AlertLine';
import { Loaded } from '../../parts/Loaded';

export function AlertsBar() {
  const t = useT();
  return (
    <Loaded query={useAlerts()}>
      {({ alerts }) =>
        alerts.length === 0 ? (
          <p className="note ok">
            <span aria-hidden="true">✓ </span>
            {t('overview.well')}
          </p>
        ) : (
          <ul className="notes" aria-label={t('nav.alerts')}>
            {alerts.map((alert) => (
              <AlertLine key={`${alert.rule} ${alert.of}`} alert={alert} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
