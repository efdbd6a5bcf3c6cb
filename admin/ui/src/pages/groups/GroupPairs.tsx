import { useMemo } from 'react';
import type { Consumer, GroupInPair } from '../../api/topics';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';
import { When } from '../../parts/When';
import { Why } from './Why';

/** At each pair: where the group stands, and who holds what for how long. */
export function GroupPairs({ pairs }: { readonly pairs: GroupInPair[] }) {
  const t = useT();
  return (
    <div className="stack">
      {pairs.map((pair) => (
        <div key={pair.pair} className="stack">
          <h3>
            <Hostile text={pair.pair} /> <Why group={pair} />
          </h3>
          <Facts
            of={[
              [t('group.lag'), count(pair.lag)],
              [t('group.floor'), count(pair.floor)],
              [t('topic.end'), count(pair.endOffset)],
              [t('group.acked'), count(pair.ackedAbove)],
              [t('group.outstanding'), count(pair.outstanding)],
              [t('group.retrying'), count(pair.retrying)],
              [t('group.oldest'), <When key="oldest" at={pair.oldestUnsettled} />],
            ]}
          />
          <Consumers pair={pair} />
        </div>
      ))}
    </div>
  );
}

function Consumers({ pair }: { readonly pair: GroupInPair }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Consumer>[] => [
      written('consumer', t('consumer'), (consumer) => consumer.consumer),
      {
        id: 'state',
        head: t('state'),
        by: (consumer) => String(consumer.connected),
        cell: (consumer) => (
          <State kind={consumer.connected ? 'ok' : 'warn'}>
            {t(consumer.connected ? 'consumer.connected' : 'consumer.gone')}
          </State>
        ),
      },
      counted('started', t('consumer.started'), (consumer) => consumer.started),
      counted('claimed', t('consumer.claimed'), (consumer) => consumer.claimed),
      counted('ahead', t('consumer.ahead'), (consumer) => consumer.fetchedAhead),
      counted('pulls', t('consumer.pulls'), (consumer) => consumer.waitingPulls),
      timed('since', t('consumer.since'), (consumer) => consumer.since),
    ],
    [t],
  );
  return (
    <>
      <DataTable
        label={t('consumers.at', { pair: pair.pair })}
        name={`consumers-${pair.pair}`}
        rows={pair.consumers}
        columns={columns}
        rowId={(consumer) => consumer.holder}
        text={(consumer) => consumer.consumer}
        empty={<p className="quiet">{t('consumers.empty')}</p>}
      />
      {pair.moreConsumers > 0 && <p className="quiet">{t('more', { n: count(pair.moreConsumers) })}</p>}
    </>
  );
}
