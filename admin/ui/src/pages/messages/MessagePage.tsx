import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessage, type Message } from '../../api/messages';
import { useNames } from '../../app/names';
import { bytes, count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { When } from '../../parts/When';
import { TopicFrame } from '../topics/TopicFrame';
import { BodyView } from './BodyView';
import { keyOf } from './MessagesTable';
import { Origin } from './Origin';
import { Standing } from './Standing';

export function MessagePage() {
  const t = useT();
  const { topic, pair, offset } = useNames('topic', 'pair', 'offset');
  return (
    <TopicFrame topic={topic} part={`${pair} ${offset}`}>
      <Loaded query={useMessage(topic, pair, offset)}>
        {(message) =>
          message === null ? (
            <p>{t('message.gone', { pair, offset })}</p>
          ) : (
            <Described message={message} standing={<Standing topic={topic} pair={pair} offset={offset} />} />
          )
        }
      </Loaded>
    </TopicFrame>
  );
}

function Described({ message, standing }: { readonly message: Message; readonly standing: ReactNode }) {
  const t = useT();
  const headers = Object.entries(message.headers ?? {});
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
      <Facts
        of={[
          [
            t('pair'),
            <Link key="pair" to="/pairs/$pair" params={{ pair: message.pair }}>
              {message.pair}
            </Link>,
          ],
          [t('message.offset'), count(message.offset)],
          [
            message.keyBase64 === undefined ? t('message.key') : t('message.key.base64'),
            <Hostile key="key" text={keyOf(message) || '–'} />,
          ],
        ]}
      />
      {standing}
      {message.deadLetter !== undefined && <Origin of={message.deadLetter} pair={message.pair} />}
      {message.tooLargeToShow === undefined ? (
        <>
          <Section title={t('message.headers')}>
            {headers.length === 0 ? (
              <p className="quiet">{t('message.noHeaders')}</p>
            ) : (
              <dl className="headers">
                {headers.map(([name, text]) => (
                  <div key={name}>
                    <dt>
                      <Hostile text={name} />
                    </dt>
                    <dd>
                      <Hostile text={text} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </Section>
          <BodyView message={message} />
        </>
      ) : (
        <p className="note warn">{t('message.tooLarge', { size: bytes(message.tooLargeToShow) })}</p>
      )}
    </>
  );
}
