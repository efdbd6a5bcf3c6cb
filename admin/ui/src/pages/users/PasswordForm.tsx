import { useState } from 'react';
import { useGivePassword, type User } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Check, Field } from '../../parts/Field';
import { Form } from '../../parts/Form';
import { Section } from '../../parts/Section';

export function PasswordForm({ user }: { readonly user: User }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [keepOld, setKeepOld] = useState(false);
  const give = useGivePassword(user.name);
  return (
    <Section title={t('user.newPassword')}>
      <Form
        action={t('save')}
        onSubmit={() => give.mutate({ password, keepOld }, { onSuccess: () => setPassword('') })}
        busy={give.isPending}
        failure={give.error}
        reason={password.length < 12 ? t('password.hint') : undefined}
        isMain={false}
      >
        <Field
          label={t('user.newPassword')}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          minLength={12}
          hint={t('password.hint')}
          required
        />
        <Check label={t('user.keepOld')} checked={keepOld} onChange={setKeepOld} />
        {give.isSuccess && (
          <p className="note ok" role="status">
            <span aria-hidden="true">✓ </span>
            {t('user.passwordGiven')}
          </p>
        )}
      </Form>
    </Section>
  );
}
