import { useState } from 'react';
import { useResetGroup, type Group } from '../../api/topics';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';

type Choice = 'earliest' | 'latest' | 'time' | 'offset';

/** Asks where the group is to go on, and says what that would do. */
export function ResetDialog({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const t = useT();
  const [choice, setChoice] = useState<Choice>('latest');
  const [time, setTime] = useState('');
  const [offset, setOffset] = useState('');
  const [pair, setPair] = useState('');
  const change = useResetGroup(group.topic, group.group);
  const at = time === '' ? undefined : new Date(time);
  const to = choice === 'time' ? at?.toISOString() : choice === 'offset' ? offset : choice;
  const isPlace = to !== undefined && (choice !== 'offset' || (/^\d{1,18}$/.test(to) && pair !== ''));
  const of = pair === '' ? group : (group.pairs.find((each) => each.pair === pair) ?? group);
  const effect = {
    earliest: () => t('reset.earliest', { n: count(of.endOffset) }),
    latest: () => t('reset.latest', { n: count(of.lag) }),
    time: () => t('reset.time'),
    offset: () => t('reset.offset', { floor: count(of.floor) }),
  };
  return (
    <Confirm
      title={t('reset.title', { group: group.group })}
      action={t('reset')}
      name={group.group}
      onConfirm={() => to !== undefined && change.mutate({ to, ...(pair !== '' && { pair }) }, { onSuccess: onClose })}
      onClose={onClose}
      busy={change.isPending}
      failure={change.error}
      reason={isPlace ? undefined : t('reset.choose')}
    >
      <Field
        label={t('reset.to')}
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        options={[
          ['latest', t('place.latest')],
          ['earliest', t('place.earliest')],
          ['time', t('place.time')],
          ['offset', t('place.offset')],
        ]}
      />
      {choice === 'time' && (
        <Field label={t('place.time')} type="datetime-local" value={time} onChange={setTime} hint={t('place.zone')} />
      )}
      {choice === 'offset' && <Field label={t('place.offset')} value={offset} onChange={setOffset} />}
      <Field
        label={t('reset.where')}
        value={pair}
        onChange={setPair}
        options={[['', t('reset.everywhere')] as const, ...group.pairs.map((each) => [each.pair, each.pair] as const)]}
      />
      <p className="note warn">
        <span aria-hidden="true">▲ </span>
        {effect[choice]()} {t('reset.held')}
      </p>
    </Confirm>
  );
}
