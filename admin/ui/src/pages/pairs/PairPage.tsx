import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStatus, type Pair } from '../../api/cluster';
import { useMay } from '../../api/session';
import { useNames } from '../../app/names';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { Charts } from '../overview/Charts';
import { DiskView } from './DiskView';
import { NowView } from './NowView';
import { PairHistory } from './PairHistory';
import { PromoteDialog } from './PromoteDialog';
import { SwitchDialog } from './SwitchDialog';
import { otherOf } from './roles';

export function PairPage() {
  const t = useT();
  const { pair: name } = useNames('pair');
  const status = useStatus();
  const pair = status.data?.pairs.find((each) => each.id === name);
  return (
    <Page
      title={<Hostile text={name} />}
      name={name}
      above={<Link to="/pairs">{t('nav.pairs')}</Link>}
      actions={pair && <Actions pair={pair} />}
    >
      <Loaded query={status}>
        {(seen) =>
          pair === undefined ? (
            <p>{t('pair.unknown', { pair: name })}</p>
          ) : (
            <>
              <NowView pair={pair} status={seen} />
              <Section title={t('overview.figures')}>
                <Charts pair={name} />
              </Section>
              <PairHistory pair={name} />
              <DiskView pair={name} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Actions({ pair }: { readonly pair: Pair }) {
  const t = useT();
  const may = useMay();
  const [asked, setAsked] = useState<'switch' | 'promote'>();
  const forbidden = may('operator') ? undefined : t('right.missing', { right: 'operator' });
  const other = otherOf(pair);
  const notReady = pair.inSync.includes(other) ? undefined : t('switch.notReady', { node: other });
  const close = () => setAsked(undefined);
  return (
    <>
      <Button onClick={() => setAsked('switch')} reason={forbidden ?? notReady}>
        {t('switch')}
      </Button>
      <Button kind="danger" onClick={() => setAsked('promote')} reason={forbidden}>
        {t('promote')}
      </Button>
      {asked === 'switch' && <SwitchDialog pair={pair} onClose={close} />}
      {asked === 'promote' && <PromoteDialog pair={pair} onClose={close} />}
    </>
  );
}
