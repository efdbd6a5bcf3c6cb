import { useState } from 'react';

interface Draft<T> {
  /** What it was when somebody began to write. */
  readonly before: T;
  readonly value: T;
  /** Which version of it that was. */
  readonly etag: string;
}

/**
 * What a form holds: what the server tells, until somebody writes; from then on what was written, and the version it began with, so that
 * what another one changes meanwhile is not written over.
 */
export function useDraft<T>(told: T, etag: string) {
  const [begun, setBegun] = useState<Draft<T>>();
  const isSame = begun !== undefined && JSON.stringify(begun.before) === JSON.stringify(told);
  // A version may be of more than what is shown here: where that is as it was, the newest one is what was looked at.
  const draft: Draft<T> =
    begun === undefined ? { before: told, value: told, etag } : { ...begun, ...(isSame && { etag }) };
  return {
    ...draft,
    write: (value: T) => setBegun({ ...draft, value }),
    /** Forgets what was written over something that is not so any more. */
    renew: () => setBegun(isSame ? begun : undefined),
    drop: () => setBegun(undefined),
  };
}
