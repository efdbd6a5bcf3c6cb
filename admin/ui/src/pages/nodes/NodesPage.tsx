import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useStatus } from '../../api/cluster';
import { useAllVitals } from '../../api/nodes';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Missing } from '../../parts/Missing';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { AdminsTable } from './AdminsTable';
import { NodesTable } from './NodesTable';
import { ProxiesTable } from './ProxiesTable';

export function NodesPage() {
  const t = useT();
  const asked = useAllVitals();
  const vitals = useMemo(() => new Map(asked.data?.nodes.map((each) => [each.id, each])), [asked.data]);
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
            <div className="stack">
              <Loaded query={asked}>{({ missing }) => <Missing words={t('nodes.missing')} nodes={missing} />}</Loaded>
              <NodesTable status={status} vitals={vitals} />
            </div>
            <Section title={t('proxies')}>
              <ProxiesTable status={status} />
            </Section>
            <Section title={t('nodes.admins')}>
              <AdminsTable status={status} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
