import { Link } from '@tanstack/react-router';
import type { Topic } from '../../api/topics';
import { bytes, millis } from '../../format/number';
import type { Translate } from '../../i18n/translate';
import { counted } from '../../parts/columns';
import type { Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';

type Place = '/topics/$topic' | '/topics/$topic/delayed' | '/dead-letters/$topic';

/** The name of a topic, which leads to a page of it. */
export function named(id: string, head: string, to: Place, by = (topic: Topic) => topic.name): Column<Topic> {
  return {
    id,
    head,
    by,
    cell: (topic) => (
      <Link to={to} params={{ topic: by(topic) }}>
        <Hostile text={by(topic)} />
      </Link>
    ),
  };
}

/** How much a topic holds. */
export function held(t: Translate): Column<Topic>[] {
  return [
    counted('messages', t('topic.messages'), (topic) => topic.messages),
    counted('bytes', t('topic.bytes'), (topic) => topic.bytes, bytes),
  ];
}

/** How long it is held. */
export function kept(t: Translate): Column<Topic> {
  return {
    id: 'retention',
    head: t('topic.retention'),
    by: (topic) => topic.retentionMillis || Infinity,
    cell: (topic) => (topic.retentionMillis === 0 ? t('none') : millis(topic.retentionMillis)),
  };
}
