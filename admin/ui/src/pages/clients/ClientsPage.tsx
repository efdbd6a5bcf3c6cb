import { MOST_CLIENTS, useClients } from '../../api/clients';
import { useStatus } from '../../api/cluster';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Empty } from '../../parts/Empty';
import { Field } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { Missing } from '../../parts/Missing';
import { Page } from '../../parts/Page';
import { ClientsTable } from './ClientsTable';

/** Who is connected to the nodes. */
export function ClientsPage() {
  const t = useT();
  const [{ node = '' }, put] = useAddress();
  const known = useStatus().data?.nodes.map(({ id }) => id) ?? [];
  // Also one that the address names and nobody knows, so that the choice shows what is asked for.
  const nodes = node === '' || known.includes(node) ? known : [...known, node];
  return (
    <Page title={t('nav.clients')} name={t('nav.clients')}>
      <p className="lead">{t('clients.lead')}</p>
      <div className="row filters">
        <Field
          label={t('node')}
          value={node}
          onChange={(chosen) => put({ node: chosen, 'clients.page': '' }, true)}
          options={[['', t('all')], ...nodes.map((each) => [each, each] as const)]}
        />
      </div>
      <Loaded query={useClients(node)}>
        {({ clients, missing, isPart }) => (
          <div className="stack">
            <Missing words={t('clients.missing')} nodes={missing} />
            {isPart && <p className="quiet">{t('clients.part', { n: count(MOST_CLIENTS) })}</p>}
            <ClientsTable
              clients={clients}
              empty={<Empty command="feige pull orders --group billing">{t('clients.empty')}</Empty>}
            />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
