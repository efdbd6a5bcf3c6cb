import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDeadLetters } from '../../api/messages';
import { useMay } from '../../api/session';
import { useNames } from '../../app/names';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { TopicFrame } from '../topics/TopicFrame';
import { reasonsOf, type Reason } from './reasons';

/** Why messages were given up: a line a reason. */
export function ReasonsPage() {
  const t = useT();
  const may = useMay();
  const { topic } = useNames('topic');
  return (
    <TopicFrame topic={topic} part={t('letters.reasons')}>
      {may('read', topic) ? (
        <Reasons topic={topic} />
      ) : (
        <p className="note warn">{t('right.missing', { right: `read:${topic}` })}</p>
      )}
    </TopicFrame>
  );
}

function Reasons({ topic }: { readonly topic: string }) {
  const t = useT();
  return (
    <Loaded query={useDeadLetters(topic)}>
      {(look) => (
        <div className="stack">
          <p className="quiet" role="status">
            {t(look.atEnd ? 'letters.all' : 'letters.part', { n: count(look.messages.length) })}
          </p>
          <Table topic={topic} reasons={reasonsOf(look.messages)} />
        </div>
      )}
    </Loaded>
  );
}

function Table({ topic, reasons }: { readonly topic: string; readonly reasons: Reason[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<Reason>[] => [
      written('reason', t('letter.reason'), (reason) => reason.reason),
      {
        id: 'group',
        head: t('group'),
        by: (reason) => reason.group,
        cell: (reason) =>
          reason.group === '' ? (
            '–'
          ) : (
            <Link to="/topics/$topic/groups/$group" params={{ topic: reason.topic, group: reason.group }}>
              <Hostile text={reason.group} />
            </Link>
          ),
      },
      counted('times', t('letters.times'), (reason) => reason.times),
      timed('first', t('letters.first'), (reason) => reason.first),
      timed('last', t('letters.last'), (reason) => reason.last),
      {
        id: 'example',
        head: t('letters.example'),
        cell: ({ example }) => (
          <Link
            to="/topics/$topic/messages/$pair/$offset"
            params={{ topic, pair: example.pair, offset: String(example.offset) }}
          >
            {example.pair} · {count(example.offset)}
          </Link>
        ),
      },
    ],
    [t, topic],
  );
  return (
    <DataTable
      label={t('letters.reasons')}
      name="reasons"
      rows={reasons}
      columns={columns}
      rowId={(reason) => reason.id}
      text={(reason) => `${reason.reason} ${reason.group}`}
      sort="-times"
      empty={<Empty>{t('letters.none')}</Empty>}
    />
  );
}
