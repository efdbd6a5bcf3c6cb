import { useStored, type Stored } from '../../api/stored';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { ContentView } from './ContentView';
import { LifeTable } from './LifeTable';
import { Unreadable } from './Unreadable';

interface Props {
  readonly topic: string;
  readonly pair: string;
  readonly offset: string;
  /** The journal holds it no more: what was published is shown from here. */
  readonly isWhole?: boolean;
}

/** What the message store has of a message, and what became of it. */
export function StoredView({ topic, pair, offset, isWhole = false }: Props) {
  const t = useT();
  const query = useStored(topic, pair, offset);
  const latest = query.data?.[0];
  return (
    <>
      <Section title={t('stored.title')}>
        <Loaded query={query}>
          {(messages) =>
            messages === null ? (
              <NoStore />
            ) : messages.length === 0 ? (
              <p className="quiet">{t('stored.missing')}</p>
            ) : (
              <Lives topic={topic} messages={messages} />
            )
          }
        </Loaded>
      </Section>
      {isWhole && latest != null && <ContentView of={latest} />}
    </>
  );
}

/** Where a message store would be, and what makes it be there. */
export function NoStore() {
  const t = useT();
  return (
    <p className="quiet">
      {t('stored.none')} <code>sql.url</code>
    </p>
  );
}

function Lives({ topic, messages }: { readonly topic: string; readonly messages: readonly Stored[] }) {
  const t = useT();
  return (
    <div className="stack">
      {messages.length > 1 && <p className="quiet">{t('stored.several', { n: count(messages.length) })}</p>}
      {messages.map((message, at) => (
        <div key={message.storedAt} className="stack">
          {message.problem !== undefined && <Unreadable problem={message.problem} />}
          <LifeTable topic={topic} message={message} name={at === 0 ? 'life' : `life-${at + 1}`} />
          {message.attempts.length === 0 && <p className="quiet">{t('stored.noAttempts')}</p>}
          {message.moreAttempts && (
            <p className="quiet">{t('stored.moreAttempts', { n: count(message.attempts.length) })}</p>
          )}
        </div>
      ))}
    </div>
  );
}
