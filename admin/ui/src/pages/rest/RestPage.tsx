import { useMemo, useState } from 'react';
import { operations, type Operation } from '../../api/operations';
import { useAddress } from '../../app/search';
import { NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { DataTable, type Column } from '../../parts/DataTable';
import { Field } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';
import { Page } from '../../parts/Page';
import { TryDialog } from './TryDialog';
import { groupOf } from './groups';
import { canBeTried } from './route';

const GROUPS = [...new Set(operations.map(groupOf))].sort();

/** What the REST interface can be asked, as its contract says. */
export function RestPage() {
  const t = useT();
  const [{ group = '' }, put] = useAddress();
  const [tried, setTried] = useState<Operation>();
  const shown = useMemo(() => operations.filter((each) => group === '' || groupOf(each) === group), [group]);
  const columns = useMemo(
    (): Column<Operation>[] => [
      {
        id: 'path',
        head: t('rest.path'),
        by: (each) => each.path,
        cell: (each) => (
          <code className="route">
            <Hostile text={`${each.method} ${each.path}`} />
          </code>
        ),
      },
      { id: 'what', head: t('rest.what'), cell: (each) => <What of={each} /> },
      { id: 'parameters', head: t('rest.parameters'), cell: (each) => <Parameters of={each} /> },
      {
        id: 'try',
        head: t('rest.try.head'),
        cell: (each) =>
          canBeTried(each) ? (
            <Button onClick={() => setTried(each)} label={`${t('rest.try')} ${each.method} ${each.path}`}>
              {t('rest.try')}
            </Button>
          ) : (
            NOTHING
          ),
      },
    ],
    [t],
  );
  return (
    <Page title={t('rest.title')} name={t('rest.title')}>
      <p className="lead">
        {t('rest.lead')} <a href="/openapi.yaml">/openapi.yaml</a>
      </p>
      <div className="row filters">
        <Field
          label={t('rest.group')}
          value={group}
          onChange={(chosen) => put({ group: chosen, 'rest.page': '' }, true)}
          options={[['', t('all')], ...GROUPS.map((each) => [each, each] as const)]}
        />
      </div>
      <DataTable
        label={t('rest.title')}
        name="rest"
        rows={shown}
        columns={columns}
        rowId={(each) => `${each.method} ${each.path}`}
        text={(each) => `${each.method} ${each.path} ${each.summary} ${each.description}`}
        empty={<p className="quiet">{t('rest.none')}</p>}
        pageSize={100}
      />
      {tried !== undefined && <TryDialog operation={tried} onClose={() => setTried(undefined)} />}
    </Page>
  );
}

/** The contract is in English. */
function What({ of }: { readonly of: Operation }) {
  return (
    <div lang="en">
      <Hostile text={of.summary} />
      {of.description !== '' && (
        <div className="quiet">
          <Hostile text={of.description} />
        </div>
      )}
    </div>
  );
}

function Parameters({ of }: { readonly of: Operation }) {
  if (of.parameters.length === 0) {
    return <>{NOTHING}</>;
  }
  return (
    <ul lang="en">
      {of.parameters.map(({ name, where, description }) => (
        <li key={`${where} ${name}`}>
          <code>
            <Hostile text={name} />
          </code>{' '}
          <span className="quiet">
            <Hostile text={description === '' ? where : `${where}, ${description}`} />
          </span>
        </li>
      ))}
    </ul>
  );
}
