import { Link } from '@tanstack/react-router';
import { useAlerts } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { AlertList } from '../../parts/AlertList';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Well } from '../../parts/Well';

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
              <Well>{t('overview.well')}</Well>
              <Empty command="feige alerts">{t('alerts.empty')}</Empty>
            </>
          ) : (
            <AlertList alerts={alerts} />
          )
        }
      </Loaded>
    </Page>
  );
}
