import { useMemo } from 'react';
import { holdsDeadLetters, originOf, useTopics, type Topic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { held, kept, named } from '../topics/columns';

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
  const columns = useMemo(
    (): Column<Topic>[] => [
      named('name', t('letters.topic'), '/dead-letters/$topic'),
      named('origin', t('letters.of'), '/topics/$topic', (topic) => originOf(topic.name)),
      ...held(t),
      kept(t),
    ],
    [t],
  );
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
