import { Link } from '@tanstack/react-router';
import { useStatus } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { AdminsTable } from './AdminsTable';
import { NodesTable } from './NodesTable';

export function NodesPage() {
  const t = useT();
  return (
    <Page
      title={t('nav.nodes')}
      name={t('nav.nodes')}
      actions={
        <Link to="/clients" className="button">
          {t('nodes.clients')}
        </Link>
      }
    >
      <Loaded query={useStatus()}>
        {(status) => (
          <>
            <NodesTable status={status} />
            <Section title={t('nodes.admins')}>
              <AdminsTable status={status} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
