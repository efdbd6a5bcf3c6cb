import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { useAlterUser, useDeleteUser, useUsers, type User } from '../../api/users';
import { useNames } from '../../app/names';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { Facts } from '../../parts/Facts';
import { FailureNote } from '../../parts/FailureNote';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { GrantsForm } from './GrantsForm';
import { PasswordForm } from './PasswordForm';
import { TokensView } from './TokensView';
import { Enabled } from './UsersPage';

export function UserPage() {
  const t = useT();
  const may = useMay();
  const { user: name } = useNames('user');
  const isAdministrator = may('administrator');
  const users = useUsers(isAdministrator);
  const user = users.data?.users.find((each) => each.name === name);
  const etag = users.data?.etag ?? '';
  return (
    <Page
      title={<Hostile text={name} />}
      name={name}
      above={<Link to="/users">{t('nav.users')}</Link>}
      actions={user && <Actions user={user} etag={etag} />}
    >
      {isAdministrator ? (
        <Loaded query={users}>
          {() =>
            user === undefined ? <p>{t('user.unknown', { user: name })}</p> : <Described user={user} etag={etag} />
          }
        </Loaded>
      ) : (
        <p className="note warn">{t('right.missing', { right: 'administrator' })}</p>
      )}
    </Page>
  );
}

interface Props {
  readonly user: User;
  /** Which version of the users was seen. */
  readonly etag: string;
}

function Described({ user, etag }: Props) {
  const t = useT();
  return (
    <>
      <Facts
        of={[
          [t('state'), <Enabled key="state" user={user} />],
          [t('user.passwords'), count(user.passwords)],
          [t('user.certificates'), <Hostile key="certificates" text={user.certificates.join(', ') || '–'} />],
        ]}
      />
      <GrantsForm user={user} etag={etag} />
      <PasswordForm user={user} />
      <TokensView user={user.name} />
    </>
  );
}

function Actions({ user, etag }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const alter = useAlterUser(user.name);
  const remove = useDeleteUser(user.name, () => void navigate({ to: '/users' }));
  const [asked, setAsked] = useState(false);
  return (
    <>
      <FailureNote of={alter.error} onRenew={alter.reset} />
      <Button onClick={() => alter.mutate({ etag, enabled: !user.enabled })} busy={alter.isPending}>
        {t(user.enabled ? 'user.disable' : 'user.enable')}
      </Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      {asked && (
        <Confirm
          title={t('user.delete.title', { user: user.name })}
          action={t('delete')}
          name={user.name}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsked(false)}
          busy={remove.isPending}
          failure={remove.error}
        >
          <p>{t('user.delete.words')}</p>
        </Confirm>
      )}
    </>
  );
}
