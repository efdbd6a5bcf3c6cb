import type { Report } from '../../api/cluster';
import { bytes, count, millis, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { momentsOf, relative } from './entries';

/** What happened around one activation, counted from the decision. */
export function ReportView({ report, evidence }: { readonly report: Report; readonly evidence: readonly string[] }) {
  const t = useT();
  const known = (value: number) => (value < 0 ? NOTHING : count(value));
  return (
    <>
      <div>
        <h3>{t('report.timeline')}</h3>
        <ol className="timeline">
          {momentsOf(report, evidence).map((moment, at) => (
            <li key={at} className={moment.words === undefined ? 'decided' : undefined}>
              <span className="number timeline-at">{relative(moment.atMillis, report.atMillis)}</span>
              {moment.words === undefined ? (
                <span>{t('report.decided')}</span>
              ) : (
                <span lang="en">
                  <Hostile text={moment.words} />
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
      <Facts
        of={[
          [t('report.pause'), millis(report.pauseMillis)],
          [t('report.redelivered'), known(report.redelivered)],
          [t('report.confirmed'), `${known(report.confirmedBefore)} → ${known(report.confirmedAfter)}`],
          [t('report.unconfirmed'), bytes(report.unconfirmedBytes)],
          [t('report.salvaged'), bytes(report.salvagedBytes)],
          [t('report.complete'), t(report.complete ? 'yes' : 'report.notYet')],
        ]}
      />
    </>
  );
}
