import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Readonly<Record<string, string | undefined>>;

/** Plain text, as people write it into an address bar. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const shown = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') {
      shown.set(name, value);
    }
  }
  const text = shown.toString();
  return text === '' ? '' : `?${text}`;
}

/** What a page keeps in its address, and how it changes that; an empty text takes a name away. */
export function useAddress(): [Search, (change: Search, asStep?: boolean) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const put = useCallback(
    (change: Search, asStep = false) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...change }),
        replace: !asStep,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, put];
}
