import { createContext, use, useEffect, useState, type ReactNode } from 'react';

/** Time comes from here, so that tests can set it. */
export type Clock = () => number;

const Context = createContext<Clock>(() => Date.now());

export function ClockOfAll({ clock, children }: { readonly clock: Clock; readonly children: ReactNode }) {
  return <Context value={clock}>{children}</Context>;
}

/** The time, looked at anew every so often. */
export function useNow(everyMillis = 1_000): number {
  const clock = use(Context);
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMillis);
    return () => clearInterval(timer);
  }, [clock, everyMillis]);
  return now;
}

export function useClock(): Clock {
  return use(Context);
}
