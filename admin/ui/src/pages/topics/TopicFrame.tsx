import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { holdsDeadLetters, useTopic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Hostile } from '../../parts/Hostile';
import { Page } from '../../parts/Page';

interface Props {
  readonly topic: string;
  /** What of the topic is shown, for the window. */
  readonly part?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What all pages of a topic have at their head. */
export function TopicFrame({ topic, part, actions, children }: Props) {
  const t = useT();
  const params = { topic };
  const told = useTopic(topic).data;
  const hasMailboxes = (told?.mailboxCap ?? 0) > 0;
  const here = { activeOptions: { exact: true, includeSearch: false } };
  return (
    <Page
      title={<Hostile text={topic} />}
      name={part === undefined ? topic : `${part} · ${topic}`}
      above={<Link to="/topics">{t('nav.topics')}</Link>}
      actions={actions}
    >
      {(told?.stages.length ?? 0) === 0 && (
        <nav className="tabs" aria-label={t('topic.parts', { topic })}>
          <Link to="/topics/$topic" params={params} {...here}>
            {t('topic')}
          </Link>
          <Link to="/topics/$topic/messages" params={params} activeOptions={{ includeSearch: false }}>
            {t('messages')}
          </Link>
          {holdsDeadLetters(topic) ? (
            <Link to="/dead-letters/$topic" params={params} {...here}>
              {t('letters.reasons')}
            </Link>
          ) : (
            <Link to="/topics/$topic/delayed" params={params} {...here}>
              {t('nav.delayed')}
            </Link>
          )}
          {hasMailboxes && (
            <Link to="/topics/$topic/mailboxes" params={params} activeOptions={{ includeSearch: false }}>
              {t('mailboxes')}
            </Link>
          )}
          <Link to="/topics/$topic/publish" params={params} {...here}>
            {t('publish')}
          </Link>
        </nav>
      )}
      {children}
    </Page>
  );
}
