import { useId, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly onClick?: (() => void) | undefined;
  readonly type?: 'button' | 'submit';
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet';
  /** Why it cannot be used now. It stays reachable, so that everybody can learn the reason. */
  readonly reason?: string | undefined;
  /** Where the page says the reason already; without it, it is shown to who points at the button. */
  readonly reasonId?: string;
  readonly busy?: boolean;
  readonly label?: string | undefined;
}

export function Button(props: Props) {
  const { children, onClick, type = 'button', kind = 'plain', reason, reasonId, busy = false, label } = props;
  const id = useId();
  const stopped = reason !== undefined || busy;
  const button = (
    <button
      type={stopped ? 'button' : type}
      className={`button ${kind}`}
      aria-disabled={stopped || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-describedby={reason === undefined ? undefined : (reasonId ?? id)}
      onClick={stopped ? undefined : onClick}
    >
      {children}
    </button>
  );
  return reason === undefined || reasonId !== undefined ? (
    button
  ) : (
    <span className="with-reason">
      {button}
      <span id={id} className="reason" role="note">
        {reason}
      </span>
    </span>
  );
}
