import { useState } from 'react';
import { usePromote, usePromotion, type Pair } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { otherOf } from './roles';

/** Shows what may be missing before it asks for the pair's name. */
export function PromoteDialog({ pair, onClose }: { readonly pair: Pair; readonly onClose: () => void }) {
  const t = useT();
  const [node, setNode] = useState(otherOf(pair));
  const preview = usePromotion(pair.id, node);
  const promote = usePromote(pair.id);
  return (
    <Confirm
      title={t('promote.title', { pair: pair.id })}
      action={t('promote.go', { node })}
      name={pair.id}
      onConfirm={() => promote.mutate(node, { onSuccess: onClose })}
      onClose={onClose}
      busy={promote.isPending}
      failure={promote.error}
      reason={preview.data === undefined || preview.isFetching ? t('promote.notShown') : undefined}
    >
      <p>{t('promote.words')}</p>
      <Field
        label={t('promote.node')}
        value={node}
        onChange={setNode}
        options={[
          [pair.master, pair.master],
          [pair.backup, pair.backup],
        ]}
      />
      <Loaded query={preview}>
        {(told) => (
          <div className="note warn" role="status">
            <p className="note-title">
              <span aria-hidden="true">▲ </span>
              {t('promote.missing')}
            </p>
            <p lang="en">
              <Hostile text={told.message} />
            </p>
          </div>
        )}
      </Loaded>
    </Confirm>
  );
}
