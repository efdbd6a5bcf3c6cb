import type { UseQueryResult } from '@tanstack/react-query';
import type { Vitals } from '../../api/nodes';
import { bytes, count, latency, NOTHING } from '../../format/number';
import { cut } from '../../format/visible';
import { useT } from '../../i18n/Language';
import { Amount } from '../../parts/Amount';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { When } from '../../parts/When';
import { ClockOf } from './ClockOf';
import { ReplicasTable } from './ReplicasTable';
import { ThreadsTable } from './ThreadsTable';

/** What a node is like now, as it says itself. */
export function VitalsView({ query }: { readonly query: UseQueryResult<Vitals> }) {
  const t = useT();
  const { data, isError } = query;
  return (
    <div className={isError ? 'old' : undefined}>
      <Section title={t('node.now')}>
        <div className="stack">
          <Loaded query={query}>{(vitals) => <Told vitals={vitals} />}</Loaded>
        </div>
      </Section>
      {data !== undefined && (
        <>
          <Section title={t('node.replicas')}>
            <ReplicasTable replicas={data.replicas} />
          </Section>
          <Section title={t('node.threads')}>
            <ThreadsTable threads={data.threads} />
          </Section>
        </>
      )}
    </div>
  );
}

function Told({ vitals }: { readonly vitals: Vitals }) {
  const t = useT();
  return (
    <Facts
      of={[
        [t('node.heap'), <Amount key="heap" used={vitals.heapBytes} most={vitals.heapMaxBytes} format={bytes} />],
        [
          t('node.direct'),
          <Amount key="direct" used={vitals.directBytes} most={vitals.directMaxBytes} format={bytes} warns />,
        ],
        [
          t('node.files'),
          <Amount key="files" used={vitals.openFiles} most={vitals.maxOpenFiles} format={count} warns />,
        ],
        [
          t('node.connections'),
          <Amount key="links" used={vitals.connections} most={vitals.maxConnections} format={count} warns />,
        ],
        [t('node.confirms'), `${latency(vitals.confirmP50Micros / 1000)} / ${latency(vitals.confirmP99Micros / 1000)}`],
        [t('node.started'), <When key="started" at={vitals.startedAt} />],
        [t('node.clock'), <ClockOf key="clock" vitals={vitals} />],
        [t('node.version'), <Hostile key="version" text={cut(vitals.software) || NOTHING} />],
        [t('node.java'), <Hostile key="java" text={cut(vitals.java) || NOTHING} />],
        [t('node.processors'), count(vitals.processors)],
      ]}
    />
  );
}
