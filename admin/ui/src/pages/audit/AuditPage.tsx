import { useMemo } from 'react';
import { useMay } from '../../api/session';
import { useAudit, type AuditLine, type AuditOf } from '../../api/users';
import { useAddress } from '../../app/search';
import { useT } from '../../i18n/Language';
import type { Translate } from '../../i18n/translate';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { State } from '../../parts/State';
import { When } from '../../parts/When';
import { wordsOf } from './wordsOf';

const LINES = 1_000;
const KINDS: readonly AuditOf[] = ['changes', 'refused'];

/** Who did what here, or tried to. */
export function AuditPage() {
  const t = useT();
  const may = useMay();
  const [search, put] = useAddress();
  const of: AuditOf = search.of === 'refused' ? 'refused' : 'changes';
  return (
    <Page title={t('nav.audit')} name={t('nav.audit')}>
      <p className="lead">{t('audit.lead')}</p>
      {may('administrator') ? (
        <>
          <div role="group" aria-label={t('audit.of')} className="choice">
            {KINDS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === of}
                onClick={() => put({ of: each, 'audit.page': '' }, true)}
              >
                {t(`audit.${each}`)}
              </button>
            ))}
          </div>
          <Lines of={of} />
        </>
      ) : (
        <p className="note warn">{t('right.missing', { right: 'administrator' })}</p>
      )}
    </Page>
  );
}

function Lines({ of }: { readonly of: AuditOf }) {
  return <Loaded query={useAudit(of, LINES)}>{({ lines }) => <Table lines={lines} />}</Loaded>;
}

interface Numbered {
  readonly at: number;
  readonly line: AuditLine;
}

function Table({ lines }: { readonly lines: AuditLine[] }) {
  const t = useT();
  const rows = useMemo(() => lines.map((line, at): Numbered => ({ at, line })), [lines]);
  const columns = useMemo(
    (): Column<Numbered>[] => [
      {
        id: 'time',
        head: t('audit.time'),
        by: ({ line }) => line.time,
        cell: ({ line }) => <When at={line.time} exact />,
      },
      { id: 'who', head: t('audit.who'), by: ({ line }) => line.who, cell: ({ line }) => <Who line={line} /> },
      {
        id: 'what',
        head: t('audit.what'),
        by: ({ line }) => words(line, t) ?? line.what,
        cell: ({ line }) => <What line={line} />,
      },
      {
        id: 'outcome',
        head: t('audit.outcome'),
        by: ({ line }) => line.outcome,
        cell: ({ line }) => <Outcome line={line} />,
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('nav.audit')}
      name="audit"
      rows={rows}
      columns={columns}
      rowId={({ at }) => String(at)}
      text={({ line }) => [...Object.values(line), words(line, t)].join(' ')}
      empty={<Empty command="feige topic create orders">{t('audit.empty')}</Empty>}
    />
  );
}

function Who({ line }: { readonly line: AuditLine }) {
  return (
    <>
      <span className="named">
        <Hostile text={line.who} />
      </span>
      {line.from !== undefined && line.from !== '' && (
        <div className="quiet">
          <Hostile text={line.from} />
        </div>
      )}
    </>
  );
}

function words(line: AuditLine, t: Translate): string | undefined {
  const key = wordsOf(line.what);
  return key && t(key);
}

function What({ line }: { readonly line: AuditLine }) {
  const t = useT();
  const shown = words(line, t);
  return (
    <>
      {shown === undefined ? (
        <Hostile text={line.what} />
      ) : (
        <>
          {shown}
          <div className="quiet">
            <Hostile text={line.what} />
          </div>
        </>
      )}
      {line.before !== undefined && line.before !== '' && (
        <div className="quiet">
          {t('audit.before')} <Hostile text={line.before} />
        </div>
      )}
      {line.after !== undefined && line.after !== '' && (
        <div className="quiet">
          {t('audit.after')} <Hostile text={line.after} />
        </div>
      )}
    </>
  );
}

function Outcome({ line }: { readonly line: AuditLine }) {
  const t = useT();
  return line.outcome === 'done' ? (
    <State kind="ok">{t('audit.done')}</State>
  ) : (
    <State kind="warn">
      <Hostile text={line.outcome} />
    </State>
  );
}
