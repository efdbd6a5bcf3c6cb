import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay } from '../../api/session';
import { holdsDeadLetters, useTopics, type Topic } from '../../api/topics';
import { useAddress } from '../../app/search';
import { bytes, count, millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Check } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { When } from '../../parts/When';

export function TopicsPage() {
  const t = useT();
  const may = useMay();
  const topics = useTopics();
  const [search, put] = useAddress();
  const withLetters = search.letters === 'shown';
  const create = may('manage') ? (
    <Link to="/new-topic" className="button main">
      {t('topics.new')}
    </Link>
  ) : (
    <span className="quiet">{t('right.missing', { right: 'manage' })}</span>
  );
  return (
    <Page title={t('nav.topics')} name={t('nav.topics')} actions={create}>
      <Check
        label={t('topics.withLetters')}
        checked={withLetters}
        onChange={(checked) => put({ letters: checked ? 'shown' : '' })}
      />
      <Loaded query={topics}>
        {(all) => <TopicsTable topics={withLetters ? all : all.filter((topic) => !holdsDeadLetters(topic.name))} />}
      </Loaded>
    </Page>
  );
}

function TopicsTable({ topics }: { readonly topics: Topic[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Topic>[] => [
      {
        id: 'name',
        head: t('topic'),
        by: (topic) => topic.name,
        cell: (topic) => (
          <Link to="/topics/$topic" params={{ topic: topic.name }}>
            <Hostile text={topic.name} />
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
        id: 'delayed',
        head: t('nav.delayed'),
        numeric: true,
        by: (topic) => topic.delayed,
        cell: (topic) => count(topic.delayed),
      },
      { id: 'order', head: t('topic.order'), by: (topic) => topic.order, cell: (topic) => t(`order.${topic.order}`) },
      {
        id: 'retention',
        head: t('topic.retention'),
        by: (topic) => topic.retentionMillis || Infinity,
        cell: (topic) => (topic.retentionMillis === 0 ? t('none') : millis(topic.retentionMillis)),
      },
      {
        id: 'created',
        head: t('topic.created'),
        by: (topic) => topic.createdAt,
        cell: (topic) => <When at={topic.createdAt} />,
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('nav.topics')}
      name="topics"
      rows={topics}
      columns={columns}
      rowId={(topic) => topic.name}
      text={(topic) => topic.name}
      sort="name"
      empty={<Empty command="echo hello | feige publish orders">{t('topics.empty')}</Empty>}
    />
  );
}
