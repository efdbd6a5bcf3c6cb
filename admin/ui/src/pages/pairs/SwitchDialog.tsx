import { useSwitch, type Pair } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Confirm } from '../../parts/Confirm';
import { otherOf } from './roles';

export function SwitchDialog({ pair, onClose }: { readonly pair: Pair; readonly onClose: () => void }) {
  const t = useT();
  const change = useSwitch(pair.id);
  return (
    <Confirm
      title={t('switch.title', { pair: pair.id })}
      action={t('switch.go', { node: otherOf(pair) })}
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      busy={change.isPending}
      failure={change.error}
      danger={false}
    >
      <p>{t('switch.words', { from: pair.active, to: otherOf(pair) })}</p>
    </Confirm>
  );
}
