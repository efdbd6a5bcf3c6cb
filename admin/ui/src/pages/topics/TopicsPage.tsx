import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay } from '../../api/session';
import { holdsDeadLetters, useTopics, type Topic } from '../../api/topics';
import { useAddress } from '../../app/search';
import { useT } from '../../i18n/Language';
import { counted, timed } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Check } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { held, kept, named } from './columns';

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
      <div className="stack">
        <Check
          label={t('topics.withLetters')}
          checked={withLetters}
          onChange={(checked) => put({ letters: checked ? 'shown' : '' })}
        />
        <Loaded query={topics}>
          {(all) => <TopicsTable topics={withLetters ? all : all.filter((topic) => !holdsDeadLetters(topic.name))} />}
        </Loaded>
      </div>
    </Page>
  );
}

function TopicsTable({ topics }: { readonly topics: Topic[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Topic>[] => [
      named('name', t('topic'), '/topics/$topic'),
      ...held(t),
      counted('delayed', t('nav.delayed'), (topic) => topic.delayed),
      { id: 'order', head: t('topic.order'), by: (topic) => topic.order, cell: (topic) => t(`order.${topic.order}`) },
      kept(t),
      timed('created', t('topic.created'), (topic) => topic.createdAt),
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
