import { useState } from 'react';
import { useSetQuota } from '../../api/quotas';
import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';

const MEBIBYTE = 1 << 20;

function bytesOf(mebibytes: string): number {
  return Math.round(Number(mebibytes) * MEBIBYTE);
}

/** Sets the quota of those that it names, instead of the one that they have. */
export function QuotaForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const [of, setOf] = useState('');
  const [publish, setPublish] = useState('');
  const [pull, setPull] = useState('');
  const [stored, setStored] = useState('');
  const set = useSetQuota();
  const submit = () =>
    set.mutate(
      {
        of: of.trim(),
        publishBytesPerSecond: bytesOf(publish),
        pullBytesPerSecond: bytesOf(pull),
        storedBytes: bytesOf(stored),
      },
      { onSuccess: onClose },
    );
  return (
    <Form
      label={t('quotas.new')}
      action={t('save')}
      onSubmit={submit}
      busy={set.isPending}
      failure={set.error}
      onCancel={onClose}
    >
      <Field label={t('quota.of')} value={of} onChange={setOf} hint={t('quota.of.hint')} required />
      <Field label={t('quota.publish.mebibytes')} type="number" min={0} value={publish} onChange={setPublish} />
      <Field label={t('quota.pull.mebibytes')} type="number" min={0} value={pull} onChange={setPull} />
      <Field
        label={t('quota.stored.mebibytes')}
        type="number"
        min={0}
        value={stored}
        onChange={setStored}
        hint={t('quota.stored.hint')}
      />
    </Form>
  );
}
