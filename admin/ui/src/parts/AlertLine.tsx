import type { Alert } from '../api/cluster';
import { useT } from '../i18n/Language';
import { isOfNode } from './ofNode';
import { Subject } from './Subject';
import { Told } from './Told';
import { When } from './When';

/** What is wrong, since when, what to do. */
export function AlertLine({ alert }: { readonly alert: Alert }) {
  const t = useT();
  const isCritical = alert.severity === 'CRITICAL';
  return (
    <li className={`note ${isCritical ? 'bad' : 'warn'}`}>
      <p className="note-title">
        <span aria-hidden="true">{isCritical ? '■ ' : '▲ '}</span>
        {t(`severity.${alert.severity}`)} · {t(`rule.${alert.rule}`)} ·{' '}
        <Subject name={alert.of} isNode={isOfNode(alert.rule)} /> · <When at={alert.since} />
      </p>
      <p>
        <Told text={alert.sentence} />
      </p>
      <p className="to-do">
        <span aria-hidden="true">→ </span>
        <Told text={alert.whatToDo} />
      </p>
    </li>
  );
}
