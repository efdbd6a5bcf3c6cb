import { useMessages } from '../../api/messages';
import { useMay } from '../../api/session';
import { useNames } from '../../app/names';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Empty } from '../../parts/Empty';
import { FailureNote } from '../../parts/FailureNote';
import { TopicFrame } from '../topics/TopicFrame';
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
        <Found topic={topic} />
      ) : (
        <p className="note warn">{t('right.missing', { right: `read:${topic}` })}</p>
      )}
    </TopicFrame>
  );
}

function Found({ topic }: { readonly topic: string }) {
  const t = useT();
  const [search] = useAddress();
  const wanted = wantedOf(search);
  const looks = useMessages(topic, wanted);
  const pages = looks.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.messages);
  const lookedAt = pages.reduce((sum, page) => sum + page.lookedAt, 0);
  return (
    <div className="stack">
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
              <Empty command={`echo hello | feige publish ${topic}`}>
                {t(lookedAt > 0 ? 'messages.noneMatches' : 'messages.empty')}
              </Empty>
            }
          />
        </>
      )}
      <div className="row">
        {looks.hasNextPage && (
          <Button onClick={() => void looks.fetchNextPage()} busy={looks.isFetchingNextPage}>
            {t('messages.further')}
          </Button>
        )}
        {looks.isPending && (
          <p className="quiet" role="status">
            {t('loading')}
          </p>
        )}
      </div>
    </div>
  );
}
