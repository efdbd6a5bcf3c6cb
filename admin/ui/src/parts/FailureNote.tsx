import { Failure } from '../api/failure';
import { useT } from '../i18n/Language';

/** What failed, whether anything changed, what to do. */
export function FailureNote({ of }: { readonly of: unknown }) {
  const t = useT();
  if (of === null || of === undefined) {
    return null;
  }
  const failure = of instanceof Failure ? of : Failure.unreachable(false);
  const other = failure.status === 0 ? t('failure.unreachable') : t('failure.other', { status: failure.status });
  return (
    <div className="note bad" role="alert">
      <p className="note-title">
        <span aria-hidden="true">■ </span>
        {failure.detail === '' ? other : failure.detail}
      </p>
      {failure.changed === 'no' && <p>{t('failure.changed.no')}</p>}
      {failure.changed === 'unknown' && <p>{t('failure.changed.unknown')}</p>}
      {failure.whatToDo !== '' && <p>{t('failure.toDo', { what: failure.whatToDo })}</p>}
      {failure.retryAfterSeconds !== undefined && <p>{t('failure.retry', { seconds: failure.retryAfterSeconds })}</p>}
      {failure.code !== '' && <p className="quiet code">{failure.code}</p>}
    </div>
  );
}
