import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMailboxes, type Mailbox } from '../../api/topics';
import { useNames } from '../../app/names';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { TopicFrame } from '../topics/TopicFrame';

/** The mailboxes of a topic by identity, a page at a time: there may be a million. */
export function MailboxesPage() {
  const t = useT();
  const { topic } = useNames('topic');
  const [search, put] = useAddress();
  const after = search.after ?? '';
  return (
    <TopicFrame topic={topic} part={t('mailboxes')}>
      <p className="lead">{t('mailboxes.lead')}</p>
      <Loaded query={useMailboxes(topic, after)}>
        {({ total, mailboxes, next }) => (
          <>
            <p className="quiet">{t('mailboxes.shown', { shown: count(mailboxes.length), total: count(total) })}</p>
            <Table topic={topic} mailboxes={mailboxes} />
            <p className="actions">
              <Button
                onClick={() => put({ after: '', 'mailboxes.page': '' }, true)}
                reason={after === '' ? t('mailboxes.isFirst') : undefined}
              >
                {t('mailboxes.first')}
              </Button>
              <Button
                onClick={() => put({ after: next ?? '', 'mailboxes.page': '' }, true)}
                reason={next === undefined ? t('mailboxes.isLast') : undefined}
              >
                {t('mailboxes.more')}
              </Button>
            </p>
          </>
        )}
      </Loaded>
    </TopicFrame>
  );
}

function Table({ topic, mailboxes }: { readonly topic: string; readonly mailboxes: Mailbox[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Mailbox>[] => [
      {
        id: 'identity',
        head: t('mailbox.identity'),
        by: (mailbox) => mailbox.identity,
        cell: ({ identity }) => (
          <Link to="/topics/$topic/mailboxes/$identity" params={{ topic, identity }}>
            <Hostile text={identity} />
          </Link>
        ),
      },
      { id: 'pair', head: t('pair'), by: (mailbox) => mailbox.pair, cell: (mailbox) => mailbox.pair },
      counted('unread', t('mailbox.unread'), (mailbox) => mailbox.unread),
      counted('held', t('mailbox.held'), (mailbox) => mailbox.held),
      counted('end', t('mailbox.end'), (mailbox) => mailbox.end),
      counted('dropped', t('mailbox.dropped'), (mailbox) => mailbox.dropped),
    ],
    [t, topic],
  );
  return (
    <DataTable
      label={t('mailboxes')}
      name="mailboxes"
      rows={mailboxes}
      columns={columns}
      rowId={(mailbox) => mailbox.identity}
      text={(mailbox) => mailbox.identity}
      empty={
        <Empty command={`echo 'alice:hello' | feige publish ${topic} --key-prefix-separator :`}>
          {t('mailboxes.empty')}
        </Empty>
      }
    />
  );
}
