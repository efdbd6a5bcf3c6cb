import { useBeginDrill } from '../../api/drill';
import type { Pair, Status } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Confirm } from '../../parts/Confirm';
import { servedWith } from './drill';
import { bound } from './PairsTable';
import { otherOf } from './roles';

interface Props {
  readonly pair: Pair;
  readonly status: Status;
  readonly onClose: () => void;
}

export function DrillDialog({ pair, status, onClose }: Props) {
  const t = useT();
  const begin = useBeginDrill(pair.id);
  const others = servedWith(pair, status).map((each) => each.id);
  return (
    <Confirm
      title={t('drill.ask', { pair: pair.id })}
      action={t('drill.go', { node: pair.active })}
      name={pair.id}
      onConfirm={() => begin.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      busy={begin.isPending}
      failure={begin.error}
    >
      <p>
        {t('drill.words', { from: pair.active, to: otherOf(pair) })}{' '}
        {pair.failoverBoundMillis < 0 ? t('drill.unbounded') : t('drill.pause', { bound: bound(pair) })}{' '}
        {t('drill.returns', { node: pair.active })}
      </p>
      {others.length > 0 && <p>{t('drill.others', { node: pair.active, pairs: others.join(', ') })}</p>}
    </Confirm>
  );
}
