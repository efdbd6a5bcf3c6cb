import { hasNoStore, useFound } from '../../api/stored';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { FailureNote } from '../../parts/FailureNote';
import { When } from '../../parts/When';
import { Further } from './Further';
import { MessagesTable } from './MessagesTable';
import { StoreForm } from './StoreForm';
import { NoStore } from './StoredView';
import { toFindOf } from './wanted';

/** What the message store has, also of what the journal holds no more; the youngest first. */
export function FoundInStore({ topic }: { readonly topic: string }) {
  const t = useT();
  const [search] = useAddress();
  const looks = useFound(topic, toFindOf(search));
  const pages = looks.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.messages);
  const looked = pages.reduce((sum, page) => sum + page.lookedAt, 0);
  const last = pages.at(-1);
  const numbers = { found: count(messages.length), looked: count(looked) };
  return (
    <>
      <StoreForm />
      {hasNoStore(looks.error) ? <NoStore /> : <FailureNote of={looks.error} />}
      {last !== undefined && (
        <>
          <p className="quiet" role="status">
            {looks.hasNextPage ? (
              <>
                {t('found.soFar', numbers)} <When at={last.lookedTo} exact />
              </>
            ) : (
              t('found.all', numbers)
            )}
          </p>
          {last.timeUp && (
            <p className="note warn" role="status">
              <span aria-hidden="true">▲ </span>
              {t('found.timeUp')}
            </p>
          )}
          <MessagesTable topic={topic} messages={messages} empty={<p className="quiet">{t('found.none')}</p>} />
        </>
      )}
      <Further looks={looks} />
    </>
  );
}
