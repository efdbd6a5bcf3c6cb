import { useState } from 'react';
import { useDealWith, type Action, type Edited } from '../../api/letters';
import { useTrace, type Message } from '../../api/messages';
import { useMay } from '../../api/session';
import { originOf } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';

interface Props {
  readonly topic: string;
  readonly letter: Message;
}

type Asked = Action | 'edit';

/** The group of a dead-letter topic that keeps what was dealt with. */
const DEALT_WITH = 'dealt-with';

/** What can be done with one dead letter. */
export function LetterActions({ topic, letter }: Props) {
  const t = useT();
  const may = useMay();
  const [asked, setAsked] = useState<Asked>();
  const origin = originOf(topic);
  const groups = useTrace(topic, letter.pair, String(letter.offset)).data ?? [];
  const isOver = groups.some(({ group, stage }) => group === DEALT_WITH && stage === 'SETTLED');
  const lacking = may('manage', origin) ? undefined : t('right.missing', { right: `manage:${origin}` });
  const missing = isOver ? t('letters.dealtWith') : lacking;
  const isText = letter.body !== undefined && letter.problem === undefined;
  return (
    <div className="row">
      {isOver && <State kind="ok">{t('letters.dealtWith')}</State>}
      <Button onClick={() => setAsked('replay')} reason={missing}>
        {t('letters.replay')}
      </Button>
      <Button onClick={() => setAsked('edit')} reason={missing ?? (isText ? undefined : t('letters.edit.bytes'))}>
        {t('letters.edit')}
      </Button>
      <Button onClick={() => setAsked('drop')} reason={missing}>
        {t('letters.drop')}
      </Button>
      {asked !== undefined && (
        <LetterDialog topic={topic} letter={letter} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

interface DialogProps extends Props {
  readonly asked: Asked;
  readonly onClose: () => void;
}

function LetterDialog({ topic, letter, asked, onClose }: DialogProps) {
  const t = useT();
  const [body, setBody] = useState(letter.body ?? '');
  const deal = useDealWith(topic, letter.pair, letter.offset);
  const undone = deal.data?.done === 0 ? deal.data : undefined;
  const action = asked === 'drop' ? 'drop' : 'replay';
  const what: Action | Edited =
    asked === 'edit'
      ? {
          body,
          ...(letter.key !== undefined && { key: letter.key }),
          ...(letter.keyBase64 !== undefined && { keyBase64: letter.keyBase64 }),
          ...(letter.headers !== undefined && { headers: letter.headers }),
        }
      : asked;
  return (
    <Confirm
      title={t(`letters.${action}.title`)}
      action={t(`letters.${action}`)}
      onConfirm={() => deal.mutate(what, { onSuccess: ({ done }) => done > 0 && onClose() })}
      onClose={onClose}
      busy={deal.isPending}
      failure={deal.error}
      danger={action === 'drop'}
    >
      <p>{t(`letters.${action}.words`, { n: '1', group: letter.deadLetter?.group ?? '' })}</p>
      {asked === 'edit' && <Field label={t('message.body')} rows={12} value={body} onChange={setBody} />}
      {undone !== undefined && (
        <p role="status">{undone.why === '' ? t('letters.before') : <Hostile text={undone.why} />}</p>
      )}
    </Confirm>
  );
}
