import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateUser } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';
import { grantsOf } from './grantsText';

export function NewUserForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [grants, setGrants] = useState('');
  const create = useCreateUser();
  const submit = () =>
    create.mutate(
      { name, grants: grantsOf(grants), ...(password !== '' && { password }) },
      { onSuccess: () => void navigate({ to: '/users/$user', params: { user: name } }) },
    );
  return (
    <Form
      label={t('users.new')}
      action={t('create')}
      onSubmit={submit}
      busy={create.isPending}
      failure={create.error}
      onCancel={onClose}
    >
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
    </Form>
  );
}
