import { useAlterUser, type User } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';
import { Section } from '../../parts/Section';
import { useDraft } from '../../parts/useDraft';
import { grantsOf } from './grantsText';

export function GrantsForm({ user, etag }: { readonly user: User; readonly etag: string }) {
  const t = useT();
  const draft = useDraft(user.grants.join('\n'), etag);
  const alter = useAlterUser(user.name);
  const grants = grantsOf(draft.value);
  const renew = () => {
    draft.renew();
    alter.reset();
  };
  return (
    <Section title={t('user.grants')}>
      <Form
        action={t('save')}
        onSubmit={() => alter.mutate({ etag: draft.etag, grants }, { onSuccess: draft.drop })}
        busy={alter.isPending}
        failure={alter.error}
        onRenew={renew}
        reason={grants.join('\n') === draft.before ? t('unchanged') : undefined}
        isMain={false}
      >
        <Field
          label={t('user.grants.edit')}
          value={draft.value}
          onChange={draft.write}
          rows={4}
          hint={t('user.grants.hint')}
        />
      </Form>
    </Section>
  );
}
