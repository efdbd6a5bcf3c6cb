import { useId, useState } from 'react';
import type { Pair, Status } from '../../api/cluster';
import { useDrill } from '../../api/drill';
import { useMay } from '../../api/session';
import { useT } from '../../i18n/Language';
import type { Translate } from '../../i18n/translate';
import { Button } from '../../parts/Button';
import { obstacleTo, type Obstacle } from './drill';
import { DrillDialog } from './DrillDialog';
import { PromoteDialog } from './PromoteDialog';
import { otherOf } from './roles';
import { SwitchDialog } from './SwitchDialog';

/** What an operator can do with a pair. */
export function PairActions({ pair, status }: { readonly pair: Pair; readonly status: Status }) {
  const t = useT();
  const may = useMay();
  const id = useId();
  const drill = useDrill(pair.id).data;
  const [asked, setAsked] = useState<'switch' | 'drill' | 'promote'>();
  const forbidden = may('operator') ? undefined : t('right.missing', { right: 'operator' });
  const other = otherOf(pair);
  const notReady = pair.inSync.includes(other) ? undefined : t('switch.notReady', { node: other });
  const obstacle = obstacleTo(pair, status, drill);
  const noDrill = forbidden ?? (obstacle && inWords(obstacle, t));
  const close = () => setAsked(undefined);
  return (
    <>
      <Button onClick={() => setAsked('switch')} reason={forbidden ?? notReady}>
        {t('switch')}
      </Button>
      <Button onClick={() => setAsked('drill')} reason={noDrill} reasonId={id}>
        {t('drill')}
      </Button>
      <Button kind="danger" onClick={() => setAsked('promote')} reason={forbidden}>
        {t('promote')}
      </Button>
      {noDrill !== undefined && (
        <p id={id} className="quiet row-note">
          {t('drill.not', { reason: noDrill })}
        </p>
      )}
      {asked === 'switch' && <SwitchDialog pair={pair} onClose={close} />}
      {asked === 'drill' && <DrillDialog pair={pair} status={status} onClose={close} />}
      {asked === 'promote' && <PromoteDialog pair={pair} onClose={close} />}
    </>
  );
}

function inWords(obstacle: Obstacle, t: Translate): string {
  switch (obstacle.words) {
    case 'live.stored':
    case 'drill.running':
      return t(obstacle.words);
    case 'drill.notServed':
      return t(obstacle.words, obstacle);
    case 'switch.notReady':
      return t(obstacle.words, obstacle);
    case 'drill.otherNotReady':
      return t(obstacle.words, obstacle);
  }
}
