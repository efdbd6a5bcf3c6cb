import type { Vitals } from '../../api/nodes';
import { useT } from '../../i18n/Language';
import { Ailment } from '../../parts/Ailment';

/** Threads that have died and work that fails, and what to do about it. */
export function Ailments({ of }: { readonly of: Vitals }) {
  const t = useT();
  return (
    <>
      {!of.alive && (
        <Ailment kind="bad" title={t('node.broken.long')} sentences={of.deadThreads}>
          {t('node.broken.toDo')}
        </Ailment>
      )}
      {of.failing.length > 0 && (
        <Ailment kind="warn" title={t('node.failing.long')} sentences={of.failing}>
          {t('node.failing.toDo')}
        </Ailment>
      )}
    </>
  );
}
