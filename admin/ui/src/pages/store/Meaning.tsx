import { useT } from '../../i18n/Language';

/** What rows that are behind mean, and what they do not. */
export function Meaning() {
  const t = useT();
  return (
    <ul className="points">
      <li>{t('store.means.safe')}</li>
      <li>{t('store.means.waits')}</li>
      <li>{t('store.means.disk')}</li>
      <li>{t('store.means.search')}</li>
    </ul>
  );
}
