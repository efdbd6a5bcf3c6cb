import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { Content, Listed } from '../../api/messages';
import { bytes, count } from '../../format/number';
import { cut } from '../../format/visible';
import { useT } from '../../i18n/Language';
import { written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { When } from '../../parts/When';

interface Props {
  readonly topic: string;
  readonly messages: readonly Listed[];
  readonly empty: ReactNode;
}

export function MessagesTable({ topic, messages, empty }: Props) {
  const t = useT();
  const columns = useMemo(
    (): Column<Listed>[] => [
      {
        id: 'at',
        head: t('message'),
        by: (message) => message.offset,
        cell: (message) => (
          <Link
            className="place"
            to="/topics/$topic/messages/$pair/$offset"
            params={{ topic, pair: message.pair, offset: String(message.offset) }}
          >
            {message.pair} · {count(message.offset)}
          </Link>
        ),
      },
      {
        id: 'stored',
        head: t('message.stored'),
        by: (message) => message.storedAt,
        cell: (message) => <When at={message.storedAt} exact />,
      },
      written('key', t('message.key'), (message) => cut(keyOf(message))),
      {
        id: 'body',
        head: t('message.body'),
        cell: (message) =>
          message.tooLargeToShow === undefined ? (
            <span className="body-line">
              <Hostile text={cut(message.problem ?? message.body ?? message.bodyBase64 ?? '')} />
            </span>
          ) : (
            <span className="quiet">{t('message.tooLarge', { size: bytes(message.tooLargeToShow) })}</span>
          ),
      },
    ],
    [t, topic],
  );
  return (
    <DataTable
      label={t('messages')}
      name="messages"
      rows={messages}
      columns={columns}
      // Where a topic was deleted and made again, the message store has two of one place.
      rowId={({ pair, offset, storedAt }) => `${pair} ${offset} ${storedAt}`}
      text={(message) => `${keyOf(message)} ${message.body ?? ''}`}
      empty={empty}
    />
  );
}

export function keyOf(message: Content): string {
  return message.key ?? message.keyBase64 ?? '';
}
