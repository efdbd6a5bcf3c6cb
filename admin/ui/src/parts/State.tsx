import type { ReactNode } from 'react';

export type StateKind = 'ok' | 'work' | 'warn' | 'bad' | 'idle';

const SIGNS: Readonly<Record<StateKind, string>> = { ok: '✓', work: '◐', warn: '▲', bad: '■', idle: '○' };

/** A state: a sign and a word, and a colour besides. */
export function State({ kind, children }: { readonly kind: StateKind; readonly children: ReactNode }) {
  return (
    <span className={`state ${kind}`}>
      <span aria-hidden="true" className="state-sign">
        {SIGNS[kind]}
      </span>
      {children}
    </span>
  );
}
