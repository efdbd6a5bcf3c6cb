import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useSession } from '../api/session';
import { Loaded } from '../parts/Loaded';

const OPEN: ReadonlySet<string> = new Set(['/login', '/setup']);

const lastOf = (matches: readonly { readonly routeId: string }[]): string => matches.at(-1)?.routeId ?? '';

/** Lets in who is logged in, and leads everybody else to the login page and from there back. */
export function Gate() {
  const session = useSession();
  const location = useLocation();
  // For a moment after the address has changed the page before it is still there.
  const shown = useMatches({ select: lastOf });
  if (OPEN.has(shown)) {
    return <Outlet />;
  }
  if (session.data === null) {
    return OPEN.has(location.pathname) ? null : <Navigate to="/login" search={{ to: location.href }} replace />;
  }
  if (session.data !== undefined) {
    return <Outlet />;
  }
  return (
    <main className="alone">
      <Loaded query={session}>{() => null}</Loaded>
    </main>
  );
}
