import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { count, millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Section } from '../../parts/Section';

type Stage = Schemas['Stage'];

/** The way of a request through the stages of a flow, and how it goes at each. */
export function Stages({ of }: { readonly of: readonly Stage[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Stage>[] => [
      { id: 'stage', head: t('stage'), by: (stage) => stage.stage, cell: (stage) => stage.stage },
      counted('workers', t('work.workers'), (stage) => stage.workers),
      {
        id: 'running',
        head: t('work.running'),
        by: (stage) => stage.running,
        numeric: true,
        cell: (stage) => t('work.running.words', { running: count(stage.running), places: count(stage.places) }),
      },
      counted('waiting', t('work.waiting'), (stage) => stage.waiting),
      {
        id: 'oldest',
        head: t('work.oldest'),
        by: (stage) => stage.oldestMillis,
        numeric: true,
        cell: (stage) => (stage.oldestMillis === 0 ? '–' : millis(stage.oldestMillis)),
      },
      counted('answered', t('work.answered'), (stage) => stage.answered),
      counted('noWorker', t('work.noWorker'), (stage) => stage.noWorker),
      counted('full', t('work.full'), (stage) => stage.full),
      counted('late', t('work.late'), (stage) => stage.late),
      counted('cancelled', t('work.cancelled'), (stage) => stage.cancelled),
      counted('repeated', t('work.repeated'), (stage) => stage.repeated),
      counted('workersLost', t('work.workersLost'), (stage) => stage.workersLost),
    ],
    [t],
  );
  return (
    <Section title={t('stages')}>
      <ol className="flow" aria-label={t('stages.way')}>
        {of.map(({ stage, workers }) => (
          <li key={stage} className={workers === 0 ? 'bad' : undefined}>
            {stage}
          </li>
        ))}
      </ol>
      <DataTable
        name="stages"
        label={t('stages')}
        rows={of}
        columns={columns}
        rowId={(stage) => stage.stage}
        empty={null}
      />
    </Section>
  );
}
