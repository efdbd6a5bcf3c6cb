import { useMessages } from '../../api/messages';
import { useMay } from '../../api/session';
import { useNames } from '../../app/names';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Empty } from '../../parts/Empty';
import { FailureNote } from '../../parts/FailureNote';
import { TopicFrame } from '../topics/TopicFrame';
import { FoundInStore } from './FoundInStore';
import { Further } from './Further';
import { MessagesTable } from './MessagesTable';
import { SearchForm } from './SearchForm';
import { wantedOf } from './wanted';

export function MessagesPage() {
  const t = useT();
  const may = useMay();
  const { topic } = useNames('topic');
  return (
    <TopicFrame topic={topic} part={t('messages')}>
      {may('read', topic) ? (
        <Search topic={topic} />
      ) : (
        <p className="note warn">{t('right.missing', { right: `read:${topic}` })}</p>
      )}
    </TopicFrame>
  );
}

/** Journal or message store, as the address says. */
function Search({ topic }: { readonly topic: string }) {
  const t = useT();
  const [search, put] = useAddress();
  const inStore = search.in === 'store';
  // Places of one are none of the other.
  const look = (place: string) => put({ in: place, from: '', to: '', pair: '', 'messages.page': '' }, true);
  return (
    <div className="stack">
      <div role="group" aria-label={t('found.in')} className="choice">
        <button type="button" aria-pressed={!inStore} onClick={() => look('')}>
          {t('found.journal')}
        </button>
        <button type="button" aria-pressed={inStore} onClick={() => look('store')}>
          {t('found.store')}
        </button>
      </div>
      {inStore ? <FoundInStore topic={topic} /> : <FoundInJournal topic={topic} />}
    </div>
  );
}

function FoundInJournal({ topic }: { readonly topic: string }) {
  const t = useT();
  const [search] = useAddress();
  const wanted = wantedOf(search);
  const looks = useMessages(topic, wanted);
  const pages = looks.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.messages);
  const lookedAt = pages.reduce((sum, page) => sum + page.lookedAt, 0);
  return (
    <>
      <SearchForm topic={topic} />
      <FailureNote of={looks.error} />
      {looks.data !== undefined && (
        <>
          <p className="quiet" role="status">
            {looks.hasNextPage
              ? t('messages.soFar', { found: count(messages.length), looked: count(lookedAt) })
              : t('messages.all', { found: count(messages.length), looked: count(lookedAt) })}
          </p>
          <MessagesTable
            topic={topic}
            messages={messages}
            empty={
              !looks.hasNextPage && (
                <Empty command={`echo hello | feige publish ${topic}`}>
                  {t(lookedAt > 0 ? 'messages.noneMatches' : 'messages.empty')}
                </Empty>
              )
            }
          />
        </>
      )}
      <Further key={JSON.stringify(wanted)} looks={looks} emptyLooks={messages.length === 0 ? pages.length : 0} />
    </>
  );
}
