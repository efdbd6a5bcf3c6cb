import { Link } from '@tanstack/react-router';
import { useStatus } from '../../api/cluster';
import { useNames } from '../../app/names';
import { NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Leads } from './AdminsTable';
import { SettingsView } from './SettingsView';

export function AdminPage() {
  const t = useT();
  const { admin: name } = useNames('admin');
  return (
    <Page title={<Hostile text={name} />} name={name} above={<Link to="/nodes">{t('nav.nodes')}</Link>}>
      <Loaded query={useStatus()}>
        {({ admins }) => {
          const admin = admins.find((each) => each.id === name);
          return admin === undefined ? (
            <p>{t('admin.unknown', { admin: name })}</p>
          ) : (
            <>
              <Facts
                of={[
                  [t('state'), <Leads key="leads" admin={admin} />],
                  [t('nodes.client'), <Hostile key="client" text={admin.client || NOTHING} />],
                  [t('nodes.http'), <Hostile key="http" text={admin.http || NOTHING} />],
                ]}
              />
              <SettingsView of={{ kind: 'admin', name }} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
