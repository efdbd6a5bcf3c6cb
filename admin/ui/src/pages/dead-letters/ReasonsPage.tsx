import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useReasons, type Action, type Reason } from '../../api/letters';
import { useMay } from '../../api/session';
import { originOf } from '../../api/topics';
import { useNames } from '../../app/names';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import type { Translate } from '../../i18n/translate';
import { Button } from '../../parts/Button';
import { counted, timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { TopicFrame } from '../topics/TopicFrame';
import { LetterLink } from './LetterLink';
import { ReasonDialog } from './ReasonDialog';

interface Asked {
  readonly action: Action;
  readonly reason: Reason;
}

/** Why messages were given up that nobody has dealt with, by reason. */
export function ReasonsPage() {
  const t = useT();
  const may = useMay();
  const { topic } = useNames('topic');
  const [asked, setAsked] = useState<Asked>();
  return (
    <TopicFrame topic={topic} part={t('letters.reasons')}>
      {may('read', topic) ? (
        <Reasons topic={topic} onAsk={setAsked} />
      ) : (
        <p className="note warn">{t('right.missing', { right: `read:${topic}` })}</p>
      )}
      {asked !== undefined && <ReasonDialog topic={topic} {...asked} onClose={() => setAsked(undefined)} />}
    </TopicFrame>
  );
}

/** Why letters of this kind cannot be dealt with together. */
function impossible(t: Translate, action: Action, { group, reason }: Reason): string | undefined {
  if (group !== '') {
    return undefined;
  }
  if (reason !== '') {
    return t('letters.others');
  }
  return action === 'replay' ? t('letters.noGroup') : undefined;
}

interface ReasonsProps {
  readonly topic: string;
  readonly onAsk: (asked: Asked) => void;
}

function Reasons({ topic, onAsk }: ReasonsProps) {
  const t = useT();
  return (
    <Loaded query={useReasons(topic)}>
      {({ reasons, lookedAt, atEnd }) => (
        <div className="stack">
          <p className="quiet" role="status">
            {t(atEnd ? 'letters.all' : 'letters.part', { n: count(lookedAt) })}
          </p>
          <Table topic={topic} reasons={reasons} onAsk={onAsk} />
        </div>
      )}
    </Loaded>
  );
}

interface TableProps extends ReasonsProps {
  readonly reasons: Reason[];
}

function Table({ topic, reasons, onAsk }: TableProps) {
  const t = useT();
  const may = useMay();
  const origin = originOf(topic);
  const missing = may('manage', origin) ? undefined : t('right.missing', { right: `manage:${origin}` });
  const columns = useMemo(
    (): Column<Reason>[] => [
      written('reason', t('letter.reason'), (reason) =>
        reason.group === '' && reason.reason === '' ? t('letters.published') : reason.reason,
      ),
      {
        id: 'group',
        head: t('group'),
        by: (reason) => reason.group,
        cell: (reason) =>
          reason.group === '' ? (
            '–'
          ) : (
            <Link to="/topics/$topic/groups/$group" params={{ topic: origin, group: reason.group }}>
              <Hostile text={reason.group} />
            </Link>
          ),
      },
      counted('times', t('letters.times'), (reason) => reason.letters),
      timed('first', t('letters.first'), (reason) => reason.first),
      timed('last', t('letters.last'), (reason) => reason.last),
      { id: 'example', head: t('letters.example'), cell: ({ example }) => <LetterLink letters={topic} id={example} /> },
      {
        id: 'actions',
        head: t('letters.deal'),
        cell: (reason) => (
          <div className="row">
            {(['replay', 'drop'] as const).map((action) => (
              <Button
                key={action}
                onClick={() => onAsk({ action, reason })}
                reason={missing ?? impossible(t, action, reason)}
                label={t(`letters.${action}.one`, { reason: reason.reason })}
              >
                {t(`letters.${action}`)}
              </Button>
            ))}
          </div>
        ),
      },
    ],
    [t, topic, origin, missing, onAsk],
  );
  return (
    <DataTable
      label={t('letters.reasons')}
      name="reasons"
      rows={reasons}
      columns={columns}
      rowId={(reason) => `${reason.group}\n${reason.reason}`}
      text={(reason) => `${reason.reason} ${reason.group}`}
      sort="-times"
      empty={<Empty>{t('letters.none')}</Empty>}
    />
  );
}
