import { useMemo, useState } from 'react';
import { useRevokeToken, useTokens, type Token } from '../../api/users';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { State } from '../../parts/State';
import { When } from '../../parts/When';
import { NewTokenForm } from './NewTokenForm';

/** Tokens: of everybody, or of one user. */
export function TokensView({ user }: { readonly user?: string }) {
  const t = useT();
  const [isNew, setNew] = useState(false);
  const [asked, setAsked] = useState<Token>();
  return (
    <Section title={t('tokens')} aside={<Button onClick={() => setNew(!isNew)}>{t('tokens.new')}</Button>}>
      {isNew && <NewTokenForm user={user} onClose={() => setNew(false)} />}
      <Loaded query={useTokens()}>
        {({ tokens }) => (
          <TokensTable
            user={user}
            tokens={tokens.filter((token) => user === undefined || token.user === user)}
            onRevoke={setAsked}
          />
        )}
      </Loaded>
      {asked !== undefined && <RevokeDialog token={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

interface TableProps {
  readonly user: string | undefined;
  readonly tokens: Token[];
  readonly onRevoke: (token: Token) => void;
}

function TokensTable({ user, tokens, onRevoke }: TableProps) {
  const t = useT();
  const columns = useMemo(
    (): Column<Token>[] => [
      written('id', t('token.id'), (token) => token.id),
      written('user', t('user'), (token) => token.user),
      written('note', t('token.note'), (token) => token.note),
      timed('created', t('token.created'), (token) => token.created),
      {
        id: 'expires',
        head: t('token.expires'),
        by: (token) => token.expires,
        cell: (token) =>
          token.expired ? <State kind="idle">{t('token.expired')}</State> : <When at={token.expires} />,
      },
      {
        id: 'revoke',
        head: t('token.revoke'),
        cell: (token) => (
          <Button onClick={() => onRevoke(token)} label={t('token.revoke.one', { id: token.id })}>
            {t('token.revoke')}
          </Button>
        ),
      },
    ],
    [t, onRevoke],
  );
  return (
    <DataTable
      label={t('tokens')}
      name="tokens"
      rows={tokens}
      columns={columns}
      rowId={(token) => token.id}
      text={(token) => `${token.id} ${token.user} ${token.note}`}
      sort="expires"
      empty={<Empty command={`feige token create ${user ?? 'billing'} --expires 90d`}>{t('tokens.empty')}</Empty>}
    />
  );
}

function RevokeDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const t = useT();
  const revoke = useRevokeToken();
  return (
    <Confirm
      title={t('token.revoke.title', { id: token.id })}
      action={t('token.revoke')}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: onClose })}
      onClose={onClose}
      busy={revoke.isPending}
      failure={revoke.error}
    >
      <p>{t('token.revoke.words', { user: token.user })}</p>
    </Confirm>
  );
}
