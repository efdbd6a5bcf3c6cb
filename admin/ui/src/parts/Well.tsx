import type { ReactNode } from 'react';

/** That nothing is wrong. */
export function Well({ children }: { readonly children: ReactNode }) {
  return (
    <p className="note ok">
      <span aria-hidden="true">✓ </span>
      {children}
    </p>
  );
}
