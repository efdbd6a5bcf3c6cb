import { useState, type SubmitEvent } from 'react';
import { useAlterUser, type User } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { FailureNote } from '../../parts/FailureNote';
import { Field } from '../../parts/Field';
import { Section } from '../../parts/Section';
import { grantsOf } from './grantsText';

export function GrantsForm({ user }: { readonly user: User }) {
  const t = useT();
  const before = user.grants.join('\n');
  const [text, setText] = useState(before);
  const alter = useAlterUser(user.name);
  const grants = grantsOf(text);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    alter.mutate({ grants });
  };
  return (
    <Section title={t('user.grants')}>
      <form className="stack form" onSubmit={submit}>
        <Field label={t('user.grants.edit')} value={text} onChange={setText} rows={4} hint={t('user.grants.hint')} />
        <FailureNote of={alter.error} />
        <div className="row">
          <Button
            type="submit"
            busy={alter.isPending}
            reason={grants.join('\n') === before ? t('unchanged') : undefined}
          >
            {t('save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
