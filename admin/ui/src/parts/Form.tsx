import type { ReactNode, SubmitEvent } from 'react';
import { useT } from '../i18n/Language';
import { Button } from './Button';
import { FailureNote } from './FailureNote';

interface Props {
  /** What it is for, where no heading says so. */
  readonly label?: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onSubmit: () => void;
  readonly busy: boolean;
  readonly failure: unknown;
  /** Shows what is so now, where another one has changed it meanwhile. */
  readonly onRenew?: () => void;
  /** Why it cannot be sent now. */
  readonly reason?: string | undefined;
  readonly isMain?: boolean;
  readonly onCancel?: () => void;
}

/** Something to fill in and send: its fields, why it was refused, and the buttons. */
export function Form(props: Props) {
  const { label, children, action, onSubmit, busy, failure, onRenew, reason, isMain = true, onCancel } = props;
  const t = useT();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="stack form" onSubmit={submit} aria-label={label}>
      {children}
      <FailureNote of={failure} onRenew={onRenew} />
      <div className="row">
        <Button type="submit" kind={isMain ? 'main' : 'plain'} busy={busy} reason={reason}>
          {action}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </form>
  );
}
