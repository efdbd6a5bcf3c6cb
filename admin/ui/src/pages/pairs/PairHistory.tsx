import { useMemo } from 'react';
import { usePairHistory, type Decision, type Report } from '../../api/cluster';
import { millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { When } from '../../parts/When';
import { ReportView } from './ReportView';
import { entriesOf, type Entry } from './entries';

/** What was decided, on which evidence, and what it cost; the newest first. */
export function PairHistory({ pair }: { readonly pair: string }) {
  const t = useT();
  return (
    <Section title={t('history.title')}>
      <Loaded query={usePairHistory(pair)}>
        {(told) => <Entries decisions={told.decisions} reports={told.reports} />}
      </Loaded>
    </Section>
  );
}

function Entries({ decisions, reports }: { readonly decisions: Decision[]; readonly reports: Report[] }) {
  const t = useT();
  const entries = useMemo(() => entriesOf(decisions, reports), [decisions, reports]);
  if (entries.length === 0) {
    return <Empty>{t('history.empty')}</Empty>;
  }
  return (
    <ol className="history" aria-label={t('history.title')}>
      {entries.map((entry) => (
        <li key={`${entry.decision.atMillis} ${entry.decision.kind}`}>
          <Line entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Line({ entry: { decision, report } }: { readonly entry: Entry }) {
  const t = useT();
  const same = decision.fromNode === decision.toNode || decision.fromNode === '';
  return (
    <details>
      <summary>
        <span className="history-when">
          <When at={decision.atMillis} exact />
        </span>
        <span className="history-kind">{t(`kind.${decision.kind}`)}</span>
        <span className="history-who">
          {!same && (
            <>
              <Hostile text={decision.fromNode} />
              <span aria-label={t('history.to')}> → </span>
            </>
          )}
          <Hostile text={decision.toNode} />
        </span>
        <span className="history-cost number">
          {report !== undefined && report.pauseMillis >= 0 && t('history.pause', { time: millis(report.pauseMillis) })}
        </span>
        <span className="quiet">{t('history.epoch', { epoch: decision.toEpoch })}</span>
      </summary>
      <div className="history-more stack">
        <div>
          <h3>{t('history.evidence')}</h3>
          <ul className="evidence" lang="en">
            {decision.evidence.map((each, at) => (
              <li key={at}>
                <Hostile text={each} />
              </li>
            ))}
          </ul>
        </div>
        {report !== undefined && <ReportView report={report} evidence={decision.evidence} />}
      </div>
    </details>
  );
}
