import { useState } from 'react';
import { useCreateToken } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Command } from '../../parts/Command';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';

const DAY_SECONDS = 86_400;

/** Makes a token, and shows it once. */
export function NewTokenForm({ user, onClose }: { readonly user: string | undefined; readonly onClose: () => void }) {
  const t = useT();
  const [of, setOf] = useState(user ?? '');
  const [days, setDays] = useState('90');
  const [note, setNote] = useState('');
  const create = useCreateToken();
  const text = create.data?.token;
  if (text !== undefined) {
    return (
      <div className="note ok stack" role="status">
        <p className="note-title">
          <span aria-hidden="true">✓ </span>
          {t('token.once')}
        </p>
        <Command text={text} />
        <div className="row">
          <Button onClick={onClose}>{t('token.kept')}</Button>
        </div>
      </div>
    );
  }
  return (
    <Form
      label={t('tokens.new')}
      action={t('create')}
      onSubmit={() => create.mutate({ user: of, expiresInSeconds: Math.round(Number(days) * DAY_SECONDS), note })}
      busy={create.isPending}
      failure={create.error}
      onCancel={onClose}
    >
      {user === undefined && <Field label={t('user')} value={of} onChange={setOf} required />}
      <Field label={t('token.days')} type="number" min={1} max={3652} value={days} onChange={setDays} required />
      <Field label={t('token.note')} value={note} onChange={setNote} hint={t('token.note.hint')} />
    </Form>
  );
}
