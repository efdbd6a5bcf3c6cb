import { useAlerts } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { AlertList } from '../../parts/AlertList';
import { Loaded } from '../../parts/Loaded';
import { Well } from '../../parts/Well';

export function AlertsBar() {
  const t = useT();
  return (
    <Loaded query={useAlerts()}>
      {({ alerts }) => (alerts.length === 0 ? <Well>{t('overview.well')}</Well> : <AlertList alerts={alerts} />)}
    </Loaded>
  );
}
