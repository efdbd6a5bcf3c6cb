import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Live, SILENT_AFTER, type Hearing } from '../api/live';
import { permits } from '../api/grants';
import { keys } from '../api/keys';
import { useSession } from '../api/session';
import { useNow } from './clock';

const Context = createContext<Live | undefined>(undefined);

/** Keeps the one live connection as long as somebody is logged in. */
export function LiveOfAll({ children }: { readonly children: ReactNode }) {
  const cache = useQueryClient();
  const session = useSession();
  const [live] = useState(
    () =>
      new Live(cache, {
        open: () => new EventSource('/api/v1/live'),
        now: Date.now,
        later: (run, millis) => {
          const timer = setTimeout(run, millis);
          return () => clearTimeout(timer);
        },
        // An EventSource does not tell a refusal from a broken line, so it is asked who is logged in.
        onLost: () => void cache.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  // Who may not look is told nothing.
  const hears = permits(session.data?.grants ?? [], 'viewer');
  useEffect(() => {
    if (hears) {
      live.start();
    }
    return () => live.stop();
  }, [live, hears]);
  return <Context value={live}>{children}</Context>;
}

export interface Age {
  readonly hearing: Hearing;
  /** Nothing was heard for so long that what is shown may not be so any more. */
  readonly isOld: boolean;
  readonly ageMillis: number;
}

export function useAge(): Age {
  const live = use(Context);
  if (live === undefined) {
    throw new Error('outside of LiveOfAll');
  }
  const hearing = useSyncExternalStore(live.subscribe, live.snapshot);
  const now = useNow();
  const ageMillis = hearing.heardAt === 0 ? -1 : Math.max(0, now - hearing.heardAt);
  return { hearing, isOld: ageMillis > SILENT_AFTER || (ageMillis < 0 && hearing.state === 'lost'), ageMillis };
}
