import { useEffect, useRef, useState } from 'react';
import { useDealWithAll, type Action, type Reason } from '../../api/letters';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';

interface Props {
  readonly topic: string;
  readonly action: Action;
  readonly reason: Reason;
  readonly onClose: () => void;
}

/** Asks before all letters that are there for a reason are dealt with, and tells how far it is; who closes it stops it. */
export function ReasonDialog({ topic, action, reason, onClose }: Props) {
  const t = useT();
  const [rate, setRate] = useState('');
  const [done, setDone] = useState(0);
  const stop = useRef(new AbortController());
  const deal = useDealWithAll(topic);
  useEffect(() => {
    const controller = stop.current;
    return () => controller.abort();
  }, []);
  const task = { action, reason, rate: Number(rate), onProgress: setDone, signal: stop.current.signal };
  return (
    <Confirm
      title={t(`letters.${action}.title`)}
      action={t(`letters.${action}`)}
      onConfirm={() => deal.mutate(task, { onSuccess: ({ left }) => left === 0 && onClose() })}
      onClose={onClose}
      busy={deal.isPending}
      failure={deal.error}
      danger={action === 'drop'}
    >
      <p>{t(`letters.${action}.words`, { n: count(reason.letters), group: reason.group })}</p>
      <p>
        <Hostile text={reason.reason} />
      </p>
      {action === 'replay' && (
        <Field
          label={t('letters.rate')}
          hint={t('letters.rate.hint')}
          type="number"
          min={1}
          max={100000}
          value={rate}
          onChange={setRate}
        />
      )}
      {deal.isPending && <p role="status">{t('letters.progress', { n: count(done), of: count(reason.letters) })}</p>}
      {(deal.data?.left ?? 0) > 0 && (
        <p role="status">
          {t('letters.left', { n: count(deal.data?.left ?? 0) })} <Hostile text={deal.data?.why ?? ''} />
        </p>
      )}
    </Confirm>
  );
}
