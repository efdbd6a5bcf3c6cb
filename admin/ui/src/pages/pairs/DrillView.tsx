import { useDrill, type Check, type Drill } from '../../api/drill';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { State } from '../../parts/State';
import { When } from '../../parts/When';
import { stateOf } from './drill';

/** The latest drill: how it goes, or what it came to. */
export function DrillView({ pair }: { readonly pair: string }) {
  const t = useT();
  return (
    <Section title={t('drill.title')}>
      <Loaded query={useDrill(pair)}>
        {(drill) => (drill === null ? <Empty>{t('drill.none')}</Empty> : <Judged drill={drill} />)}
      </Loaded>
    </Section>
  );
}

function Judged({ drill }: { readonly drill: Drill }) {
  const t = useT();
  const { kind, words } = stateOf(drill.verdict);
  return (
    <div className="stack">
      <p role="status">
        <State kind={kind}>{t(words)}</State> · {t(`drill.verdict.${drill.verdict}`)}
      </p>
      <p className="quiet">
        {t('drill.what', { from: drill.node, to: drill.to })} · <When at={drill.atMillis} exact /> ·{' '}
        {drill.boundMillis < 0 ? t('drill.noBound') : t('drill.bound', { n: count(drill.boundMillis) })}
      </p>
      <ol className="checks" aria-label={t('drill.checks')}>
        {drill.checks.map((check) => (
          <Line key={check.check} check={check} />
        ))}
      </ol>
    </div>
  );
}

function Line({ check }: { readonly check: Check }) {
  const t = useT();
  const { kind, words } = stateOf(check.state);
  return (
    <li>
      <State kind={kind}>{t(words)}</State>
      <span>{t(`drill.check.${check.check}`)}</span>
      <span lang="en" className="check-seen">
        <Hostile text={check.sentence} />
      </span>
    </li>
  );
}
