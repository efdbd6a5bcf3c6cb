import { useState } from 'react';
import { useAlterUser, type User } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';
import { Section } from '../../parts/Section';
import { grantsOf } from './grantsText';

export function GrantsForm({ user }: { readonly user: User }) {
  const t = useT();
  const before = user.grants.join('\n');
  const [text, setText] = useState(before);
  const alter = useAlterUser(user.name);
  const grants = grantsOf(text);
  return (
    <Section title={t('user.grants')}>
      <Form
        action={t('save')}
        onSubmit={() => alter.mutate({ grants })}
        busy={alter.isPending}
        failure={alter.error}
        reason={grants.join('\n') === before ? t('unchanged') : undefined}
        isMain={false}
      >
        <Field label={t('user.grants.edit')} value={text} onChange={setText} rows={4} hint={t('user.grants.hint')} />
      </Form>
    </Section>
  );
}
