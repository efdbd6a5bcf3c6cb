import { useStatus } from '../../api/cluster';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { PairsTable } from './PairsTable';

export function PairsPage() {
  const t = useT();
  return (
    <Page title={t('nav.pairs')} name={t('nav.pairs')}>
      <p className="lead">{t('pairs.lead')}</p>
      <Loaded query={useStatus()}>{(status) => <PairsTable status={status} />}</Loaded>
    </Page>
  );
}
