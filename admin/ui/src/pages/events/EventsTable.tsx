import { useMemo, type ReactNode } from 'react';
import type { Event, Severity } from '../../api/events';
import { useLanguage } from '../../i18n/Language';
import { told } from '../../i18n/told';
import { DataTable, type Column } from '../../parts/DataTable';
import { isOfNode } from '../../parts/ofNode';
import { State, type StateKind } from '../../parts/State';
import { Subject } from '../../parts/Subject';
import { Told } from '../../parts/Told';
import { When } from '../../parts/When';

const SIGNS: Readonly<Record<Severity, StateKind>> = { INFO: 'idle', WARNING: 'warn', CRITICAL: 'bad' };
const RANKS: Readonly<Record<Severity, number>> = { INFO: 0, WARNING: 1, CRITICAL: 2 };

interface Props {
  readonly name: string;
  readonly events: readonly Event[];
  readonly empty: ReactNode;
}

/** A line an event, the newest first. */
export function EventsTable({ name, events, empty }: Props) {
  const { language, t } = useLanguage();
  const columns = useMemo(
    (): Column<Event>[] => [
      {
        id: 'time',
        head: t('event.time'),
        by: (event) => event.atMillis,
        cell: (event) => <When at={event.atMillis} exact />,
      },
      {
        id: 'severity',
        head: t('event.severity'),
        by: (event) => RANKS[event.severity],
        cell: (event) => <State kind={SIGNS[event.severity]}>{t(`severity.${event.severity}`)}</State>,
      },
      {
        id: 'kind',
        head: t('event.kind'),
        by: (event) => event.kind,
        cell: (event) => <span className="place">{t(`event.kind.${event.kind}`)}</span>,
      },
      {
        id: 'of',
        head: t('event.of'),
        by: (event) => event.of,
        cell: (event) => (
          <span className="named">
            <Subject name={event.of} isNode={isAboutNode(event)} />
          </span>
        ),
      },
      { id: 'what', head: t('event.what'), cell: (event) => <What event={event} /> },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('nav.events')}
      name={name}
      rows={events}
      columns={columns}
      rowId={(event) => event.id}
      text={({ of, rule, sentence }) => `${of} ${rule ?? ''} ${sentence} ${told(sentence, language) ?? ''}`}
      sort="-time"
      empty={empty}
    />
  );
}

function isAboutNode({ kind, rule }: Event): boolean {
  return kind === 'NODE_CAME' || kind === 'NODE_GONE' || isOfNode(rule);
}

function What({ event }: { readonly event: Event }) {
  return (
    <>
      <Told text={event.sentence} />
      {event.whatToDo !== undefined && event.whatToDo !== '' && (
        <span className="quiet">
          {' '}
          <span aria-hidden="true">→ </span>
          <Told text={event.whatToDo} />
        </span>
      )}
    </>
  );
}
