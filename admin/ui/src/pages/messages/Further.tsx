import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';

interface Props {
  readonly looks: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isPending: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Goes on with a search where it ended. */
export function Further({ looks }: Props) {
  const t = useT();
  return (
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
  );
}
