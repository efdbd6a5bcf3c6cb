import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useMay } from '../../api/session';
import { holdsDeadLetters, useTopics, type Topic } from '../../api/topics';
import { useAddress } from '../../app/search';
import { perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Check } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { useTrends } from '../../parts/useTrend';
import { held, kept, named } from './columns';

export function TopicsPage() {
  const t = useT();
  const may = useMay();
  const topics = useTopics();
  const incoming = useIncoming(topics.data, topics.dataUpdatedAt);
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
          {(all) => (
            <TopicsTable
              topics={withLetters ? all : all.filter((topic) => !holdsDeadLetters(topic.name))}
              incoming={incoming}
            />
          )}
        </Loaded>
      </div>
    </Page>
  );
}

/** Messages a second of a topic; undefined until it was looked at for long enough. */
type Incoming = (topic: Topic) => number | undefined;

function useIncoming(topics: Topic[] | undefined, at: number): Incoming {
  const ends = useMemo(() => topics?.map((topic) => [topic.name, topic.endOffset] as const) ?? [], [topics]);
  const trend = useTrends(ends, at);
  return useCallback((topic) => trend(topic.name)?.perSecond, [trend]);
}

interface TableProps {
  readonly topics: Topic[];
  readonly incoming: Incoming;
}

function TopicsTable({ topics, incoming }: TableProps) {
  const t = useT();
  const columns = useMemo(
    (): Column<Topic>[] => [
      named('name', t('topic'), '/topics/$topic'),
      {
        id: 'in',
        head: t('totals.in'),
        by: (topic) => incoming(topic) ?? -1,
        numeric: true,
        cell: (topic) => perSecond(incoming(topic)),
      },
      ...held(t),
      counted('delayed', t('nav.delayed'), (topic) => topic.delayed),
      {
        id: 'order',
        head: t('topic.order'),
        by: (topic) => (topic.stages.length > 0 ? 'work' : topic.order),
        cell: (topic) => (topic.stages.length > 0 ? t('work.kind') : t(`order.${topic.order}`)),
      },
      kept(t),
      timed('created', t('topic.created'), (topic) => topic.createdAt),
    ],
    [t, incoming],
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
