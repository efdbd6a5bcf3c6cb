import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTrace, type InGroup } from '../../api/messages';
import { DEAD_LETTERS } from '../../api/topics';
import { count, NOTHING } from '../../format/number';
import type { Key } from '../../i18n/translate';
import { useT } from '../../i18n/Language';
import { counted } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { State, type StateKind } from '../../parts/State';
import { When } from '../../parts/When';
import { LetterLink } from '../dead-letters/LetterLink';

interface Props {
  readonly topic: string;
  readonly pair: string;
  readonly offset: string;
}

const KINDS: Readonly<Record<InGroup['stage'], StateKind>> = {
  SETTLED: 'ok',
  WAITING: 'idle',
  FETCHED: 'work',
  HANDED_OUT: 'work',
  RETRY: 'warn',
  GIVEN_UP: 'bad',
};

/** Where each group stands with a message, as it is now. */
export function Standing({ topic, pair, offset }: Props) {
  const t = useT();
  return (
    <Section title={t('trace.title')}>
      <Loaded query={useTrace(topic, pair, offset)}>{(groups) => <Table topic={topic} groups={groups} />}</Loaded>
    </Section>
  );
}

function Table({ topic, groups }: { readonly topic: string; readonly groups: readonly InGroup[] }) {
  const t = useT();
  const columns = useMemo(
    (): Column<InGroup>[] => [
      {
        id: 'group',
        head: t('group'),
        by: (each) => each.group,
        cell: (each) => (
          <Link to="/topics/$topic/groups/$group" params={{ topic, group: each.group }}>
            <Hostile text={each.group} />
          </Link>
        ),
      },
      {
        id: 'stage',
        head: t('trace.stage'),
        by: (each) => each.stage,
        cell: (each) => <Stage topic={topic} of={each} />,
      },
      {
        id: 'consumer',
        head: t('consumer'),
        by: (each) => each.consumer,
        cell: (each) => <Hostile text={each.consumer || NOTHING} />,
      },
      { id: 'since', head: t('trace.since'), cell: (each) => <When at={each.sinceMillis || null} /> },
      { id: 'until', head: t('trace.until'), cell: (each) => <When at={each.untilMillis || null} /> },
      counted('attempts', t('trace.attempts'), (each) => each.attempts),
    ],
    [t, topic],
  );
  return (
    <DataTable
      label={t('trace.title')}
      name="trace"
      rows={groups}
      columns={columns}
      rowId={(each) => each.group}
      empty={<Empty>{t('trace.empty')}</Empty>}
    />
  );
}

function Stage({ topic, of }: { readonly topic: string; readonly of: InGroup }) {
  const t = useT();
  const words: Key = `trace.stage.${of.stage}`;
  return (
    <>
      <State kind={KINDS[of.stage]}>{t(words)}</State>
      {of.letter !== undefined && (
        <div>
          <LetterLink letters={topic + DEAD_LETTERS} id={of.letter} />
        </div>
      )}
      {of.before > 0 && <div className="quiet">{t('trace.before', { n: count(of.before) })}</div>}
    </>
  );
}
