import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TopicInPair } from '../../api/topics';
import { bytes, count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';

/** What each pair holds of a topic. */
export function PartitionsTable({ pairs }: { readonly pairs: TopicInPair[] }) {
  const t = useT();
  const columns = useMemo((): Column<TopicInPair>[] => {
    const number = (id: string, head: string, by: (pair: TopicInPair) => number): Column<TopicInPair> => ({
      id,
      head,
      by,
      numeric: true,
      cell: (pair) => count(by(pair)),
    });
    return [
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
      number('messages', t('topic.messages'), (pair) => pair.endOffset - pair.startOffset),
      number('start', t('topic.start'), (pair) => pair.startOffset),
      number('committed', t('topic.committed'), (pair) => pair.committedOffset),
      number('end', t('topic.end'), (pair) => pair.endOffset),
      {
        id: 'bytes',
        head: t('topic.bytes'),
        numeric: true,
        by: (pair) => pair.bytes,
        cell: (pair) => bytes(pair.bytes),
      },
      number('delayed', t('nav.delayed'), (pair) => pair.delayed),
    ];
  }, [t]);
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
