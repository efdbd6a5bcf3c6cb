import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessage, type Content, type Message } from '../../api/messages';
import { useStored } from '../../api/stored';
import { useNames } from '../../app/names';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { When } from '../../parts/When';
import { LetterActions } from '../dead-letters/LetterActions';
import { TopicFrame } from '../topics/TopicFrame';
import { ContentView } from './ContentView';
import { keyOf } from './MessagesTable';
import { Origin } from './Origin';
import { Standing } from './Standing';
import { StoredView } from './StoredView';
import { Unreadable } from './Unreadable';

interface Place {
  readonly topic: string;
  readonly pair: string;
  readonly offset: string;
}

export function MessagePage() {
  const place = useNames('topic', 'pair', 'offset');
  const { topic, pair, offset } = place;
  return (
    <TopicFrame topic={topic} part={`${pair} ${offset}`}>
      <Loaded query={useMessage(topic, pair, offset)}>
        {(message) =>
          message === null ? (
            <Gone {...place} />
          ) : (
            <Described topic={topic} message={message}>
              <Standing {...place} />
              <StoredView {...place} />
            </Described>
          )
        }
      </Loaded>
    </TopicFrame>
  );
}

/** The journal does not have it; the message store may. */
function Gone(place: Place) {
  const t = useT();
  const { topic, pair, offset } = place;
  const stored = useStored(topic, pair, offset).data?.[0];
  return (
    <>
      <p className="lead">{t('message.gone', { pair, offset })}</p>
      {stored !== undefined && <Names pair={pair} offset={stored.offset} of={stored} />}
      <StoredView {...place} isWhole />
    </>
  );
}

interface DescribedProps {
  readonly topic: string;
  readonly message: Message;
  readonly children: ReactNode;
}

function Described({ topic, message, children }: DescribedProps) {
  const t = useT();
  const waited = Date.parse(message.storedAt) - Date.parse(message.publishTime);
  return (
    <>
      <h2 className="message-name">{t('message.at', { pair: message.pair, offset: count(message.offset) })}</h2>
      <ol className="life" aria-label={t('message.life')}>
        <li>
          <span className="quiet">{t('message.published')}</span> <When at={message.publishTime} exact fine />
        </li>
        <li>
          <span className="quiet">{t('message.stored')}</span> <When at={message.storedAt} exact fine />
          {Number.isFinite(waited) && <span className="quiet number"> +{count(Math.max(0, waited))} ms</span>}
        </li>
      </ol>
      <Names pair={message.pair} offset={message.offset} of={message} />
      {children}
      {message.deadLetter !== undefined && (
        <>
          <Origin of={message.deadLetter} pair={message.pair} />
          <LetterActions topic={topic} letter={message} />
        </>
      )}
      {message.problem === undefined ? <ContentView of={message} /> : <Unreadable problem={message.problem} />}
    </>
  );
}

interface NamesProps {
  readonly pair: string;
  readonly offset: number;
  readonly of: Content;
}

function Names({ pair, offset, of }: NamesProps) {
  const t = useT();
  return (
    <Facts
      of={[
        [
          t('pair'),
          <Link key="pair" to="/pairs/$pair" params={{ pair }}>
            {pair}
          </Link>,
        ],
        [t('message.offset'), count(offset)],
        [
          of.keyBase64 === undefined ? t('message.key') : t('message.key.base64'),
          <Hostile key="key" text={keyOf(of) || '–'} />,
        ],
      ]}
    />
  );
}
