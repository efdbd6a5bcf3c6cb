import { useAlerts, useStatus, type Status } from '../../api/cluster';
import { bytes, millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { AlertList } from '../../parts/AlertList';
import { Figure } from '../../parts/Figure';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { hasStore, ofStore, storeOf } from './behind';
import { FindInStore } from './FindInStore';
import { Meaning } from './Meaning';
import { NoStoreYet } from './NoStoreYet';
import { StoreCharts } from './StoreCharts';
import { StoreTable } from './StoreTable';

/** How far the rows in SQL are behind what is confirmed. */
export function StorePage() {
  const t = useT();
  return (
    <Page title={t('nav.store')} name={t('nav.store')}>
      <p className="lead">{t('store.lead')}</p>
      <Loaded query={useStatus()}>
        {(status) => {
          const store = storeOf(status);
          return store === 'there' ? (
            <There status={status} />
          ) : store === 'none' ? (
            <NoStoreYet />
          ) : (
            <p className="note warn" role="status">
              <span aria-hidden="true">▲ </span>
              {t('store.unknown')}
            </p>
          );
        }}
      </Loaded>
    </Page>
  );
}

function There({ status }: { readonly status: Status }) {
  const t = useT();
  const alerts = useAlerts().data?.alerts ?? [];
  const known = status.pairs.filter(hasStore);
  return (
    <>
      <AlertList alerts={ofStore(alerts)} />
      <dl className="figures">
        <Figure label={t('store.missing')} value={bytes(known.reduce((sum, pair) => sum + pair.storeLagBytes, 0))} />
        <Figure label={t('store.oldest')} value={millis(Math.max(...known.map((pair) => pair.storeLagMillis)))} />
      </dl>
      <Section title={t('nav.pairs')}>
        <StoreTable status={status} alerts={alerts} />
      </Section>
      <Section title={t('overview.figures')}>
        <StoreCharts />
      </Section>
      <Section title={t('store.find')}>
        <FindInStore />
      </Section>
      <Section title={t('store.meaning')}>
        <Meaning />
      </Section>
    </>
  );
}
