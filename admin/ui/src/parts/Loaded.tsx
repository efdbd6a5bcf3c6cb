import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../app/clock';
import { millis } from '../format/number';
import { useT } from '../i18n/Language';
import { Button } from './Button';
import { FailureNote } from './FailureNote';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** What a query told; until then that it is awaited, and why it did not come. What is there stays when it cannot be had anew. */
export function Loaded<T>({ query, children }: Props<T>) {
  const t = useT();
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && (
          <>
            <FailureNote of={query.error} />
            <Old since={query.dataUpdatedAt} />
          </>
        )}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return (
      <div className="stack">
        <FailureNote of={query.error} />
        <div>
          <Button onClick={() => void query.refetch()}>{t('again')}</Button>
        </div>
      </div>
    );
  }
  return (
    <p className="quiet loading" role="status">
      {t('loading')}
    </p>
  );
}

/** How old it is what is shown meanwhile. */
function Old({ since }: { readonly since: number }) {
  const t = useT();
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000));
  return <p className="quiet">{t('loaded.old', { age: millis(seconds * 1000) })}</p>;
}
