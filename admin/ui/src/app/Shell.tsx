import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/Language';
import { Announcer } from './Announcer';
import { Finder } from './Finder';
import { Keys } from './Keys';
import { LiveLine } from './LiveLine';
import { Navigation } from './Navigation';
import { TopBar } from './TopBar';
import { useAge } from './LiveOfAll';
import { useKeys, type Shown } from './useKeys';

/** What is around every page. */
export function Shell() {
  const t = useT();
  const main = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<Shown>('nothing');
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { isOld } = useAge();
  // That of the page that is shown, not of the one that is on its way.
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  useKeys(setShown);
  const first = useRef(pathname);
  useEffect(() => {
    setMenuOpen(false);
    if (first.current !== pathname) {
      // Whoever hears the page instead of seeing it hears where the link led.
      main.current?.querySelector('h1')?.focus({ preventScroll: true });
      first.current = '';
    }
  }, [pathname]);
  return (
    <div className={isMenuOpen ? 'shell menu-open' : 'shell'}>
      <a className="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t('skip')}
      </a>
      <TopBar
        onFind={() => setShown('finder')}
        onKeys={() => setShown('keys')}
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuOpen(!isMenuOpen)}
      />
      <Navigation />
      <main id="main" ref={main} tabIndex={-1} className={isOld ? 'old' : undefined}>
        <LiveLine />
        <Outlet />
      </main>
      <Announcer />
      {shown === 'finder' && <Finder onClose={() => setShown('nothing')} />}
      {shown === 'keys' && <Keys onClose={() => setShown('nothing')} />}
    </div>
  );
}
