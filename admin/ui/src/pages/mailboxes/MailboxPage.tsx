import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../../api/session';
import { useDeleteMailbox, useMail, useMailbox } from '../../api/topics';
import type { Listed } from '../../api/messages';
import { useNames } from '../../app/names';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { Figure } from '../../parts/Figure';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { MessagesTable } from '../messages/MessagesTable';

/** One mailbox: how far its owner has dealt with it, what is in it, and what comes in besides. */
export function MailboxPage() {
  const t = useT();
  const { topic, identity } = useNames('topic', 'identity');
  const may = useMay();
  const [asked, setAsked] = useState(false);
  const reason = may('manage', topic) ? undefined : t('right.missing', { right: `manage:${topic}` });
  const above = (
    <>
      <Link to="/topics">{t('nav.topics')}</Link>
      <span aria-hidden="true"> / </span>
      <Link to="/topics/$topic/mailboxes" params={{ topic }}>
        <Hostile text={topic} />
      </Link>
    </>
  );
  const actions = (
    <Button kind="danger" onClick={() => setAsked(true)} reason={reason}>
      {t('delete')}
    </Button>
  );
  return (
    <Page title={<Hostile text={identity} />} name={`${identity} · ${topic}`} above={above} actions={actions}>
      {asked && <DeleteDialog topic={topic} identity={identity} onClose={() => setAsked(false)} />}
      <Loaded query={useMailbox(topic, identity)}>
        {(mailbox) => (
          <>
            <dl className="figures">
              <Figure label={t('mailbox.unread')} value={count(mailbox.unread)} />
              <Figure label={t('mailbox.held')} value={count(mailbox.held)} />
              <Figure label={t('mailbox.acked')} value={count(mailbox.acked)} />
              <Figure label={t('mailbox.end')} value={count(mailbox.end)} />
              <Figure label={t('mailbox.dropped')} value={count(mailbox.dropped)} />
              <Figure label={t('pair')} value={mailbox.pair} />
            </dl>
            <Section title={t('messages')}>
              <Mail topic={topic} identity={identity} />
            </Section>
            {mailbox.subscriptions.length > 0 && (
              <Section title={t('mailbox.subscriptions')}>
                <ul>
                  {mailbox.subscriptions.map(({ filter }) => (
                    <li key={filter}>
                      <Hostile text={filter} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What is not acked, or everything that is still there. */
function Mail({ topic, identity }: { readonly topic: string; readonly identity: string }) {
  const t = useT();
  const [search, put] = useAddress();
  const isAll = search.all === 'yes';
  const query = useMail(topic, identity, isAll ? '1' : undefined);
  const messages = useMemo(
    (): readonly Listed[] => (query.data?.messages ?? []).map(({ message }) => message),
    [query.data],
  );
  return (
    <>
      <p className="actions">
        <Button onClick={() => put({ all: isAll ? '' : 'yes' }, true)}>
          {t(isAll ? 'mailbox.show.unread' : 'mailbox.show.all')}
        </Button>
      </p>
      <Loaded query={query}>
        {() => (
          <MessagesTable
            topic={topic}
            messages={messages}
            empty={<Empty command={`feige mailbox read ${topic} ${identity} --from 1`}>{t('mailbox.empty')}</Empty>}
          />
        )}
      </Loaded>
    </>
  );
}

interface DialogProps {
  readonly topic: string;
  readonly identity: string;
  readonly onClose: () => void;
}

function DeleteDialog({ topic, identity, onClose }: DialogProps) {
  const t = useT();
  const navigate = useNavigate();
  const change = useDeleteMailbox(
    topic,
    identity,
    () => void navigate({ to: '/topics/$topic/mailboxes', params: { topic } }),
  );
  return (
    <Confirm
      title={t('mailbox.delete.title', { identity })}
      action={t('delete')}
      name={identity}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
      busy={change.isPending}
      failure={change.error}
    >
      <p>{t('mailbox.delete.words')}</p>
    </Confirm>
  );
}
