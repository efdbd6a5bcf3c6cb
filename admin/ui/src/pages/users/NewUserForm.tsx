import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useCreateUser } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { FailureNote } from '../../parts/FailureNote';
import { Field } from '../../parts/Field';
import { grantsOf } from './grantsText';

export function NewUserForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [grants, setGrants] = useState('');
  const create = useCreateUser();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate(
      { name, grants: grantsOf(grants), ...(password !== '' && { password }) },
      { onSuccess: () => void navigate({ to: '/users/$user', params: { user: name } }) },
    );
  };
  return (
    <form className="stack form" onSubmit={submit} aria-label={t('users.new')}>
      <Field label={t('user.name')} value={name} onChange={setName} required />
      <Field
        label={t('login.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        minLength={12}
        hint={t('user.password.hint')}
      />
      <Field label={t('user.grants')} value={grants} onChange={setGrants} rows={3} hint={t('user.grants.hint')} />
      <FailureNote of={create.error} />
      <div className="row">
        <Button type="submit" kind="main" busy={create.isPending}>
          {t('create')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
