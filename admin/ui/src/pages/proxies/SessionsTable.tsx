import { useMemo, useState } from 'react';
import { useDisconnect, type ProxySession } from '../../api/proxies';
import { useMay } from '../../api/session';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { counted, timed, written } from '../../parts/columns';
import { Confirm } from '../../parts/Confirm';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';

interface Props {
  readonly proxy: string;
  readonly sessions: readonly ProxySession[];
}

/** A line a session. */
export function SessionsTable({ proxy, sessions }: Props) {
  const t = useT();
  const may = useMay();
  const [ending, setEnding] = useState<ProxySession>();
  const forbidden = may('operator') ? undefined : t('right.missing', { right: 'operator' });
  const columns = useMemo(
    (): Column<ProxySession>[] => [
      counted('id', t('proxy.session'), (session) => Number(session.id), String),
      written('address', t('client.address'), (session) => session.address),
      written('user', t('user'), (session) => session.user),
      timed('since', t('client.age'), (session) => session.startedAt),
      counted('subscriptions', t('proxy.subscriptions'), (session) => session.subscriptions),
      counted('behind', t('proxy.behind'), (session) => session.behind),
      counted('owed', t('client.owed'), (session) => session.owedBytes, bytes),
      {
        id: 'end',
        head: t('proxy.disconnect'),
        cell: (session) => (
          <Button
            onClick={() => setEnding(session)}
            reason={forbidden}
            label={t('proxy.disconnect.title', { session: session.id })}
          >
            {t('proxy.disconnect')}
          </Button>
        ),
      },
    ],
    [t, forbidden],
  );
  return (
    <>
      <DataTable
        label={t('proxy.sessions')}
        name="sessions"
        rows={sessions}
        columns={columns}
        rowId={(session) => session.id}
        text={({ id, address, user }) => [id, address, user].join(' ')}
        empty={<Empty command="feige proxy sessions proxy-1">{t('proxy.sessions.empty')}</Empty>}
      />
      {ending !== undefined && <EndDialog proxy={proxy} session={ending.id} onClose={() => setEnding(undefined)} />}
    </>
  );
}

interface EndProps {
  readonly proxy: string;
  readonly session: string;
  readonly onClose: () => void;
}

function EndDialog({ proxy, session, onClose }: EndProps) {
  const t = useT();
  const end = useDisconnect(proxy);
  return (
    <Confirm
      title={t('proxy.disconnect.title', { session })}
      action={t('proxy.disconnect')}
      onConfirm={() => end.mutate(session, { onSuccess: onClose })}
      onClose={onClose}
      busy={end.isPending}
      failure={end.error}
    >
      <p>{t('proxy.disconnect.words')}</p>
    </Confirm>
  );
}
