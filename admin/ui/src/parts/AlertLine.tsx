import { Link } from '@tanstack/react-router';
import type { Alert } from '../api/cluster';
import { useT } from '../i18n/Language';
import { Hostile } from './Hostile';
import { When } from './When';

/** What is wrong, since when, what to do. The sentences are the server's, in English. */
export function AlertLine({ alert }: { readonly alert: Alert }) {
  const t = useT();
  const isCritical = alert.severity === 'CRITICAL';
  return (
    <li className={`note ${isCritical ? 'bad' : 'warn'}`}>
      <p className="note-title">
        <span aria-hidden="true">{isCritical ? '■ ' : '▲ '}</span>
        {t(isCritical ? 'alerts.critical' : 'alerts.warning')} · {t(`rule.${alert.rule}`)} · <Of alert={alert} /> ·{' '}
        <When at={alert.since} />
      </p>
      <p lang="en">
        <Hostile text={alert.sentence} />
      </p>
      <p lang="en" className="to-do">
        <span aria-hidden="true">→ </span>
        <Hostile text={alert.whatToDo} />
      </p>
    </li>
  );
}

function Of({ alert }: { readonly alert: Alert }) {
  const name = <Hostile text={alert.of} />;
  switch (alert.rule) {
    case 'no-standby-in-sync':
    case 'pair-in-trouble':
    case 'pair-not-served':
    case 'store-behind':
      return (
        <Link to="/pairs/$pair" params={{ pair: alert.of }}>
          {name}
        </Link>
      );
    case 'node-silent':
      return (
        <Link to="/nodes/$node" params={{ node: alert.of }}>
          {name}
        </Link>
      );
    case 'certificate-expires':
    case 'no-leader':
    case 'zookeeper-away':
      return name;
  }
}
