import { useState, type SubmitEvent } from 'react';
import { useGivePassword, type User } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { FailureNote } from '../../parts/FailureNote';
import { Check, Field } from '../../parts/Field';
import { Section } from '../../parts/Section';

export function PasswordForm({ user }: { readonly user: User }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [keepOld, setKeepOld] = useState(false);
  const give = useGivePassword(user.name);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    give.mutate({ password, keepOld }, { onSuccess: () => setPassword('') });
  };
  return (
    <Section title={t('user.newPassword')}>
      <form className="stack form" onSubmit={submit}>
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
        <FailureNote of={give.error} />
        {give.isSuccess && (
          <p className="note ok" role="status">
            <span aria-hidden="true">✓ </span>
            {t('user.passwordGiven')}
          </p>
        )}
        <div className="row">
          <Button type="submit" busy={give.isPending} reason={password.length < 12 ? t('password.hint') : undefined}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
