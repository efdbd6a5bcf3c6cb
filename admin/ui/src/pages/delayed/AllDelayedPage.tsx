import { useMemo } from 'react';
import { useTopics, type Topic } from '../../api/topics';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { named } from '../topics/columns';

/** Topics that have messages which wait for their time. */
export function AllDelayedPage() {
  const t = useT();
  const topics = useTopics();
  const columns = useMemo(
    (): Column<Topic>[] => [
      named('name', t('topic'), '/topics/$topic/delayed'),
      counted('delayed', t('delayed.waiting'), (topic) => topic.delayed),
      {
        id: 'pairs',
        head: t('nav.pairs'),
        cell: (topic) =>
          topic.pairs
            .filter((pair) => pair.delayed > 0)
            .map((pair) => `${pair.pair}: ${count(pair.delayed)}`)
            .join(', '),
      },
    ],
    [t],
  );
  return (
    <Page title={t('nav.delayed')} name={t('nav.delayed')}>
      <p className="lead">{t('delayed.lead')}</p>
      <Loaded query={topics}>
        {(all) => (
          <DataTable
            label={t('nav.delayed')}
            name="delayed"
            rows={all.filter((topic) => topic.delayed > 0)}
            columns={columns}
            rowId={(topic) => topic.name}
            text={(topic) => topic.name}
            sort="-delayed"
            empty={
              <Empty command="Message.builder().body(body).delay(Duration.ofMinutes(10))">{t('delayed.none')}</Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}
