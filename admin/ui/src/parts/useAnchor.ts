import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** By then all of a page has come that will. */
const PATIENCE = 3_000;

const WILLS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to what the address names, and stays there while what is above it still comes, unless somebody scrolls elsewhere. */
export function useAnchor(name: string): void {
  const isMeant = useLocation({ select: ({ hash }) => hash === name });
  useEffect(() => {
    if (!isMeant) {
      return;
    }
    const observer = new ResizeObserver(() => document.getElementById(name)?.scrollIntoView());
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, PATIENCE);
    observer.observe(document.body);
    WILLS.forEach((each) => window.addEventListener(each, stop, { once: true }));
    return () => {
      clearTimeout(timer);
      stop();
      WILLS.forEach((each) => window.removeEventListener(each, stop));
    };
  }, [isMeant, name]);
}
