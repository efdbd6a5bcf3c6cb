import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useSession } from '../api/session';
import { Loaded } from '../parts/Loaded';

const OPEN = new Set(['/login', '/setup']);

/** Lets in who is logged in, and leads everybody else to the login page and from there back. */
export function Gate() {
  const session = useSession();
  const location = useLocation();
  if (OPEN.has(location.pathname)) {
    return <Outlet />;
  }
  if (session.data !== undefined) {
    return session.data === null ? <Navigate to="/login" search={{ to: location.href }} replace /> : <Outlet />;
  }
  return (
    <main className="alone">
      <Loaded query={session}>{() => null}</Loaded>
    </main>
  );
}
