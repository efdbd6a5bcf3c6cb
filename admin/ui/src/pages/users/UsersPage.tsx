import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../../api/session';
import { useUsers, type User } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { counted, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { State } from '../../parts/State';
import { NewUserForm } from './NewUserForm';
import { TokensView } from './TokensView';

export function UsersPage() {
  const t = useT();
  const may = useMay();
  return (
    <Page title={t('nav.users')} name={t('nav.users')}>
      {may('administrator') ? (
        <Everybody />
      ) : (
        <p className="note warn">{t('right.missing', { right: 'administrator' })}</p>
      )}
    </Page>
  );
}

function Everybody() {
  const t = useT();
  const [isNew, setNew] = useState(false);
  return (
    <>
      <Section title={t('users')} aside={<Button onClick={() => setNew(!isNew)}>{t('users.new')}</Button>}>
        {isNew && <NewUserForm onClose={() => setNew(false)} />}
        <Loaded query={useUsers()}>
          {({ users, letIn }) => (
            <>
              {!letIn && <p className="note warn">{t('users.notLetIn')}</p>}
              <UsersTable users={users} />
            </>
          )}
        </Loaded>
      </Section>
      <TokensView />
    </>
  );
}

function UsersTable({ users }: { readonly users: User[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<User>[] => [
      {
        id: 'name',
        head: t('user'),
        by: (user) => user.name,
        cell: (user) => (
          <Link to="/users/$user" params={{ user: user.name }}>
            <Hostile text={user.name} />
          </Link>
        ),
      },
      { id: 'state', head: t('state'), by: (user) => String(user.enabled), cell: (user) => <Enabled user={user} /> },
      written('grants', t('user.grants'), (user) => user.grants.join(', ')),
      counted('passwords', t('user.passwords'), (user) => user.passwords),
      written('certificates', t('user.certificates'), (user) => user.certificates.join(', ')),
    ],
    [t],
  );
  return (
    <DataTable
      label={t('users')}
      name="users"
      rows={users}
      columns={columns}
      rowId={(user) => user.name}
      text={(user) => `${user.name} ${user.grants.join(' ')}`}
      sort="name"
      empty={<Empty command="feige user create ann --new-password --grant operator">{t('users.empty')}</Empty>}
    />
  );
}

export function Enabled({ user }: { readonly user: User }) {
  const t = useT();
  return <State kind={user.enabled ? 'ok' : 'idle'}>{t(user.enabled ? 'user.enabled' : 'user.disabled')}</State>;
}
