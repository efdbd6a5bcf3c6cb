import { Link } from '@tanstack/react-router';
import { useAlerts } from '../api/cluster';
import { useMay } from '../api/session';
import { count } from '../format/number';
import type { Key } from '../i18n/translate';
import { useT } from '../i18n/Language';

const CLUSTER = [
  ['/', 'nav.overview'],
  ['/alerts', 'nav.alerts'],
  ['/events', 'nav.events'],
  ['/pairs', 'nav.pairs'],
  ['/nodes', 'nav.nodes'],
  ['/clients', 'nav.clients'],
  ['/store', 'nav.store'],
  ['/salvage', 'nav.salvage'],
] as const satisfies readonly (readonly [string, Key])[];

const MESSAGES = [
  ['/topics', 'nav.topics'],
  ['/groups', 'nav.groups'],
  ['/dead-letters', 'nav.deadLetters'],
  ['/delayed', 'nav.delayed'],
] as const satisfies readonly (readonly [string, Key])[];

const PEOPLE = [
  ['/users', 'nav.users'],
  ['/quotas', 'nav.quotas'],
  ['/audit', 'nav.audit'],
] as const satisfies readonly (readonly [string, Key])[];

export function Navigation() {
  const t = useT();
  const may = useMay();
  const alerts = useAlerts().data?.alerts.length ?? 0;
  const links = (of: typeof CLUSTER | typeof MESSAGES | typeof PEOPLE) => (
    <ul>
      {of.map(([to, words]) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
            {t(words)}
            {to === '/alerts' && alerts > 0 && <span className="badge">{count(alerts)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <nav id="navigation" className="navigation" aria-label={t('nav')}>
      {links(CLUSTER)}
      {links(MESSAGES)}
      {may('administrator') && links(PEOPLE)}
    </nav>
  );
}
