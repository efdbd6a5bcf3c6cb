import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePublish } from '../../api/messages';
import { useMay } from '../../api/session';
import { useNames } from '../../app/names';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';
import { TopicFrame } from '../topics/TopicFrame';
import { headersOf } from './headers';

/** Publishes a message, to try something out. */
export function PublishPage() {
  const t = useT();
  const may = useMay();
  const { topic } = useNames('topic');
  const [key, setKey] = useState('');
  const [body, setBody] = useState('');
  const [headers, setHeaders] = useState('');
  const [delay, setDelay] = useState('');
  const publish = usePublish(topic);
  const parsed = headersOf(headers);
  const forbidden = may('publish', topic) ? undefined : t('right.missing', { right: `publish:${topic}` });
  const reason = forbidden ?? (parsed === undefined ? t('publish.headers.wrong') : undefined);
  const submit = () =>
    publish.mutate({
      body,
      ...(key !== '' && { key }),
      ...(parsed !== undefined && Object.keys(parsed).length > 0 && { headers: parsed }),
      ...(delay !== '' && { delayMillis: Math.round(Number(delay) * 1000) }),
    });
  const told = publish.data;
  return (
    <TopicFrame topic={topic} part={t('publish')}>
      <Form action={t('publish')} onSubmit={submit} busy={publish.isPending} failure={publish.error} reason={reason}>
        <Field label={t('message.key')} value={key} onChange={setKey} hint={t('publish.key.hint')} />
        <Field
          label={t('message.headers')}
          value={headers}
          onChange={setHeaders}
          rows={3}
          hint={t('publish.headers.hint')}
        />
        <Field label={t('message.body')} value={body} onChange={setBody} rows={8} />
        <Field
          label={t('publish.delay')}
          type="number"
          min={0}
          value={delay}
          onChange={setDelay}
          hint={t('publish.delay.hint')}
        />
        {told !== undefined && (
          <p className="note ok" role="status">
            <span aria-hidden="true">✓ </span>
            {t('publish.done', { pair: told.pair, durability: told.durability })}{' '}
            {told.offset !== undefined && (
              <Link
                to="/topics/$topic/messages/$pair/$offset"
                params={{ topic, pair: told.pair, offset: String(told.offset) }}
              >
                {t('publish.look', { offset: count(told.offset) })}
              </Link>
            )}
            {told.offset === undefined && (
              <Link to="/topics/$topic/delayed" params={{ topic }}>
                {t('publish.waits')}
              </Link>
            )}
          </p>
        )}
      </Form>
    </TopicFrame>
  );
}
