import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Attempt, Stored } from '../../api/stored';
import { count, millis, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { State, type StateKind } from '../../parts/State';
import { When } from '../../parts/When';
import { stepsOf, type Step } from './steps';

const KINDS: Readonly<Record<Attempt['outcome'], StateKind>> = {
  ACKED: 'ok',
  RETRY: 'warn',
  DROPPED: 'bad',
  DEAD_LETTER: 'bad',
};

interface Props {
  readonly topic: string;
  readonly message: Stored;
  /** Its name in the address. */
  readonly name: string;
}

/** What became of a message, a line a step. */
export function LifeTable({ topic, message, name }: Props) {
  const t = useT();
  const steps = useMemo(() => stepsOf(message), [message]);
  const columns = useMemo(
    (): Column<Step>[] => [
      {
        id: 'after',
        head: t('life.after'),
        numeric: true,
        by: (step) => step.afterMillis,
        cell: (step) => after(step.afterMillis),
      },
      { id: 'what', head: t('life.what'), by: (step) => outcomeOf(step), cell: (step) => <What step={step} /> },
      {
        id: 'group',
        head: t('group'),
        by: (step) => attemptOf(step)?.group ?? '',
        cell: (step) => <InGroup topic={topic} attempt={attemptOf(step)} />,
      },
      {
        id: 'consumer',
        head: t('consumer'),
        by: (step) => attemptOf(step)?.consumer ?? '',
        cell: (step) => <Who attempt={attemptOf(step)} />,
      },
      { id: 'at', head: t('life.at'), by: (step) => step.at, cell: (step) => <When at={step.at} exact fine /> },
      { id: 'due', head: t('life.due'), cell: (step) => <When at={attemptOf(step)?.dueAt} exact /> },
      {
        id: 'reason',
        head: t('letter.reason'),
        cell: (step) => <Hostile text={attemptOf(step)?.reason ?? NOTHING} />,
      },
    ],
    [t, topic],
  );
  return (
    <DataTable
      label={t('stored.title')}
      name={name}
      rows={steps}
      columns={columns}
      rowId={(step) => step.id}
      text={(step) => Object.values(attemptOf(step) ?? {}).join(' ')}
      empty={null}
    />
  );
}

function attemptOf({ what }: Step): Attempt | undefined {
  return typeof what === 'string' ? undefined : what;
}

function outcomeOf({ what }: Step): string {
  return typeof what === 'string' ? what : what.outcome;
}

function after(afterMillis: number): string {
  return afterMillis < 0 ? `-${millis(-afterMillis)}` : `+${millis(afterMillis)}`;
}

function What({ step }: { readonly step: Step }) {
  const t = useT();
  const { what } = step;
  if (typeof what === 'string') {
    return <State kind="idle">{t(`message.${what}`)}</State>;
  }
  return (
    <>
      <State kind={KINDS[what.outcome]}>{t(`life.outcome.${what.outcome}`)}</State>
      <div className="quiet">{t('life.attempt', { n: count(what.attempt) })}</div>
    </>
  );
}

function InGroup({ topic, attempt }: { readonly topic: string; readonly attempt: Attempt | undefined }) {
  return attempt === undefined ? (
    NOTHING
  ) : (
    <Link to="/topics/$topic/groups/$group" params={{ topic, group: attempt.group }}>
      <Hostile text={attempt.group} />
    </Link>
  );
}

/** Nobody decided where the lease ran out. */
function Who({ attempt }: { readonly attempt: Attempt | undefined }) {
  const t = useT();
  return attempt?.consumer === '' ? (
    <span className="quiet">{t('life.leaseEnded')}</span>
  ) : (
    <Hostile text={attempt?.consumer ?? NOTHING} />
  );
}
