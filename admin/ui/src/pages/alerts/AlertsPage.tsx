import { Link } from '@tanstack/react-router';
import { useAlerts } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { AlertLine } from '../../parts/AlertLine';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';

export function AlertsPage() {
  const t = useT();
  return (
    <Page
      title={t('nav.alerts')}
      name={t('nav.alerts')}
      actions={
        <Link to="/events" className="button">
          {t('alerts.before')}
        </Link>
      }
    >
      <p className="lead">{t('alerts.lead')}</p>
      <Loaded query={useAlerts()}>
        {({ alerts }) =>
          alerts.length === 0 ? (
            <>
              <p className="note ok">
                <span aria-hidden="true">✓ </span>
                {t('overview.well')}
              </p>
              <Empty command="feige alerts">{t('alerts.empty')}</Empty>
            </>
          ) : (
            <ul className="notes" aria-label={t('nav.alerts')}>
              {alerts.map((alert) => (
                <AlertLine key={`${alert.rule} ${alert.of}`} alert={alert} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
