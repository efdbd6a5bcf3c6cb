import { useMemo, useState } from 'react';
import { useDeleteQuota, useQuotas, type Quota } from '../../api/quotas';
import { useMay } from '../../api/session';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { counted, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { QuotaForm } from './QuotaForm';

/** How much users and topics may have of each node. */
export function QuotasPage() {
  const t = useT();
  const mayChange = useMay()('administrator');
  const [isNew, setNew] = useState(false);
  const [asked, setAsked] = useState<Quota>();
  return (
    <Page title={t('nav.quotas')} name={t('nav.quotas')}>
      <p>{t('quotas.lead')}</p>
      <Section
        title={t('quotas')}
        aside={mayChange && <Button onClick={() => setNew(!isNew)}>{t('quotas.new')}</Button>}
      >
        {isNew && <QuotaForm onClose={() => setNew(false)} />}
        <Loaded query={useQuotas()}>
          {({ quotas }) => <QuotasTable quotas={quotas} onDelete={mayChange ? setAsked : undefined} />}
        </Loaded>
      </Section>
      {asked !== undefined && <DeleteDialog quota={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

interface TableProps {
  readonly quotas: Quota[];
  readonly onDelete: ((quota: Quota) => void) | undefined;
}

function QuotasTable({ quotas, onDelete }: TableProps) {
  const t = useT();
  const columns = useMemo((): Column<Quota>[] => {
    const limit = (value: number) => (value === 0 ? t('quota.none') : bytes(value));
    const rate = (value: number) => (value === 0 ? t('quota.none') : `${bytes(value)}/s`);
    const shown: Column<Quota>[] = [
      written('of', t('quota.of'), (quota) => quota.of),
      counted('publish', t('quota.publish'), (quota) => quota.publishBytesPerSecond, rate),
      counted('pull', t('quota.pull'), (quota) => quota.pullBytesPerSecond, rate),
      counted('stored', t('quota.stored'), (quota) => quota.storedBytes, limit),
    ];
    if (onDelete !== undefined) {
      shown.push({
        id: 'lift',
        head: t('quota.lift'),
        cell: (quota) => (
          <Button onClick={() => onDelete(quota)} label={t('quota.lift.one', { of: quota.of })}>
            {t('quota.lift')}
          </Button>
        ),
      });
    }
    return shown;
  }, [t, onDelete]);
  return (
    <DataTable
      label={t('quotas')}
      name="quotas"
      rows={quotas}
      columns={columns}
      rowId={(quota) => quota.of}
      text={(quota) => quota.of}
      sort="of"
      empty={<Empty command="feige quota set 'user:*' --publish 10MiB">{t('quotas.empty')}</Empty>}
    />
  );
}

function DeleteDialog({ quota, onClose }: { readonly quota: Quota; readonly onClose: () => void }) {
  const t = useT();
  const remove = useDeleteQuota();
  return (
    <Confirm
      title={t('quota.delete.title', { of: quota.of })}
      action={t('quota.lift')}
      onConfirm={() => remove.mutate(quota.of, { onSuccess: onClose })}
      onClose={onClose}
      busy={remove.isPending}
      failure={remove.error}
    >
      <p>{t('quota.delete.words')}</p>
    </Confirm>
  );
}
