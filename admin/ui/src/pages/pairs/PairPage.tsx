import { Link } from '@tanstack/react-router';
import { useStatus } from '../../api/cluster';
import { useNames } from '../../app/names';
import { useT } from '../../i18n/Language';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { Charts } from '../overview/Charts';
import { DiskView } from './DiskView';
import { DrillView } from './DrillView';
import { NowView } from './NowView';
import { PairActions } from './PairActions';
import { PairHistory } from './PairHistory';

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
      actions={pair && status.data && <PairActions pair={pair} status={status.data} />}
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
              <DrillView pair={name} />
              <PairHistory pair={name} />
              <DiskView pair={name} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
