import { Failure } from '../api/failure';
import { useT } from '../i18n/Language';
import { Button } from './Button';

interface Props {
  readonly of: unknown;
  /** What was altered is there anew by the time this is shown; the form takes it. */
  readonly onRenew?: (() => void) | undefined;
}

/** What failed, whether anything changed, what to do. */
export function FailureNote({ of, onRenew }: Props) {
  const t = useT();
  if (of === null || of === undefined) {
    return null;
  }
  const failure = of instanceof Failure ? of : Failure.unreachable(false);
  const isLate = failure.code === 'CHANGED_MEANWHILE' && onRenew !== undefined;
  const other = failure.status === 0 ? t('failure.unreachable') : t('failure.other', { status: failure.status });
  return (
    <div className="note bad" role="alert">
      <p className="note-title">
        <span aria-hidden="true">■ </span>
        {isLate ? t('failure.meanwhile') : failure.detail === '' ? other : failure.detail}
      </p>
      {failure.changed === 'no' && <p>{t('failure.changed.no')}</p>}
      {failure.changed === 'unknown' && <p>{t('failure.changed.unknown')}</p>}
      {isLate && <Button onClick={onRenew}>{t('failure.renew')}</Button>}
      {!isLate && failure.whatToDo !== '' && <p>{t('failure.toDo', { what: failure.whatToDo })}</p>}
      {failure.retryAfterSeconds !== undefined && <p>{t('failure.retry', { seconds: failure.retryAfterSeconds })}</p>}
      {failure.code !== '' && <p className="quiet code">{failure.code}</p>}
    </div>
  );
}
