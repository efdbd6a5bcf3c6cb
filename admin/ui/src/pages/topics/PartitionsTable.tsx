import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TopicInPair } from '../../api/topics';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';

/** What each pair holds of a topic. */
export function PartitionsTable({ pairs }: { readonly pairs: TopicInPair[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<TopicInPair>[] => [
      {
        id: 'pair',
        head: t('pair'),
        by: (pair) => pair.pair,
        cell: (pair) => (
          <Link to="/pairs/$pair" params={{ pair: pair.pair }}>
            <Hostile text={pair.pair} />
          </Link>
        ),
      },
      counted('messages', t('topic.messages'), (pair) => pair.endOffset - pair.startOffset),
      counted('start', t('topic.start'), (pair) => pair.startOffset),
      counted('committed', t('topic.committed'), (pair) => pair.committedOffset),
      counted('end', t('topic.end'), (pair) => pair.endOffset),
      counted('bytes', t('topic.bytes'), (pair) => pair.bytes, bytes),
      counted('delayed', t('nav.delayed'), (pair) => pair.delayed),
    ],
    [t],
  );
  return (
    <DataTable
      label={t('topic.partitions')}
      name="partitions"
      rows={pairs}
      columns={columns}
      rowId={(pair) => pair.pair}
      empty={<p className="quiet">{t('topic.noPartitions')}</p>}
    />
  );
}
