import { useEffect, useState } from 'react';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';

interface Props {
  readonly looks: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** How often it has looked and found nothing. It goes on by itself then, unless somebody stops it. */
  readonly emptyLooks?: number;
}

/** It ends at some time, because a topic may grow faster than it is looked through. */
const MOST_LOOKS = 50;

/** Goes on with a search where it ended. */
export function Further({ looks, emptyLooks = 0 }: Props) {
  const t = useT();
  const [isStopped, setStopped] = useState(false);
  const { hasNextPage, isFetchingNextPage, isPending, isError, fetchNextPage } = looks;
  const goesOn = emptyLooks > 0 && emptyLooks < MOST_LOOKS && hasNextPage && !isStopped && !isError;
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) {
      void fetchNextPage();
    }
  }, [goesOn, emptyLooks, isFetchingNextPage, fetchNextPage]);
  return (
    <div className="row">
      {hasNextPage && (
        <Button onClick={() => (goesOn ? setStopped(true) : void fetchNextPage())} busy={isFetchingNextPage && !goesOn}>
          {t(goesOn ? 'messages.stop' : 'messages.further')}
        </Button>
      )}
      {isPending && (
        <p className="quiet" role="status">
          {t('loading')}
        </p>
      )}
    </div>
  );
}
