import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DEAD_LETTERS, holdsDeadLetters, useTopics, type Topic } from '../../api/topics';
import { bytes, count, millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';

/** What consumers gave up. */
export function DeadLettersPage() {
  const t = useT();
  return (
    <Page title={t('nav.deadLetters')} name={t('nav.deadLetters')}>
      <p className="lead">{t('letters.lead')}</p>
      <Loaded query={useTopics()}>
        {(topics) => <Table topics={topics.filter((topic) => holdsDeadLetters(topic.name))} />}
      </Loaded>
    </Page>
  );
}

function Table({ topics }: { readonly topics: Topic[] }) {
  const t = useT();
  const columns = useMemo((): Column<Topic>[] => {
    const origin = (topic: Topic) => topic.name.slice(0, -DEAD_LETTERS.length);
    return [
      {
        id: 'name',
        head: t('letters.topic'),
        by: (topic) => topic.name,
        cell: (topic) => (
          <Link to="/dead-letters/$topic" params={{ topic: topic.name }}>
            <Hostile text={topic.name} />
          </Link>
        ),
      },
      {
        id: 'origin',
        head: t('letters.of'),
        by: origin,
        cell: (topic) => (
          <Link to="/topics/$topic" params={{ topic: origin(topic) }}>
            <Hostile text={origin(topic)} />
          </Link>
        ),
      },
      {
        id: 'messages',
        head: t('topic.messages'),
        numeric: true,
        by: (topic) => topic.messages,
        cell: (topic) => count(topic.messages),
      },
      {
        id: 'bytes',
        head: t('topic.bytes'),
        numeric: true,
        by: (topic) => topic.bytes,
        cell: (topic) => bytes(topic.bytes),
      },
      {
        id: 'retention',
        head: t('topic.retention'),
        by: (topic) => topic.retentionMillis || Infinity,
        cell: (topic) => (topic.retentionMillis === 0 ? t('none') : millis(topic.retentionMillis)),
      },
    ];
  }, [t]);
  return (
    <DataTable
      label={t('nav.deadLetters')}
      name="letters"
      rows={topics}
      columns={columns}
      rowId={(topic) => topic.name}
      text={(topic) => topic.name}
      sort="-messages"
      empty={<Empty command={'delivery.reject("not JSON")'}>{t('letters.empty')}</Empty>}
    />
  );
}
