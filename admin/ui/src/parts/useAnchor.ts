import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to what the address names, once it is there: the browser looked for it before it was. */
export function useAnchor(name: string, isThere: boolean): void {
  const isMeant = useLocation({ select: ({ hash }) => hash === name });
  useEffect(() => {
    if (isMeant && isThere) {
      document.getElementById(name)?.scrollIntoView();
    }
  }, [isMeant, isThere, name]);
}
