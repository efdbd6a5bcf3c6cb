import { useEffect, useId, useRef, useState, type SubmitEvent, type ReactNode } from 'react';
import { useT } from '../i18n/Language';
import { Button } from './Button';
import { FailureNote } from './FailureNote';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Has to be typed before it is done. */
  readonly name?: string;
  readonly busy: boolean;
  readonly failure?: unknown;
  readonly danger?: boolean;
  /** Why it cannot be confirmed. */
  readonly reason?: string | undefined;
}

/** Asks before something is done that cannot be undone. Shown as long as it is there. */
export function Confirm({
  title,
  children,
  action,
  onConfirm,
  onClose,
  name,
  busy,
  failure,
  danger = true,
  reason,
}: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const missing = name !== undefined && typed !== name ? t('confirm.first', { name }) : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing === undefined && reason === undefined && !busy) {
      onConfirm();
    }
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <form onSubmit={submit} className="stack">
        <h2 id={id}>{title}</h2>
        {children}
        {name !== undefined && (
          <label className="field">
            <span>{t('confirm.type', { name })}</span>
            <input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </label>
        )}
        <FailureNote of={failure} />
        <div className="row end">
          <Button onClick={() => dialog.current?.close()}>{t('cancel')}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'main'} reason={reason ?? missing} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
