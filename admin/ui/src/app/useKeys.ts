import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

export type Shown = 'nothing' | 'finder' | 'keys';

/** After g: where a letter leads. */
export const PLACES = {
  o: '/',
  p: '/pairs',
  t: '/topics',
  d: '/dead-letters',
  n: '/nodes',
  c: '/clients',
  m: '/store',
  s: '/salvage',
  a: '/alerts',
  e: '/events',
  u: '/users',
} as const;

const PATIENCE = 1_500;

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Keys that work wherever nobody is writing and no dialog is open. */
export function useKeys(show: (shown: Shown) => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      const isTaken = event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target);
      if (isTaken || document.querySelector('dialog[open]') !== null) {
        return;
      }
      const place = PLACES[event.key as keyof typeof PLACES] as (typeof PLACES)[keyof typeof PLACES] | undefined;
      if (event.key === '/') {
        event.preventDefault();
        show('finder');
      } else if (event.key === '?') {
        show('keys');
      } else if (event.key === 'g') {
        goAt = event.timeStamp;
      } else if (place !== undefined && event.timeStamp - goAt < PATIENCE) {
        goAt = -Infinity;
        void navigate({ to: place });
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, show]);
}
