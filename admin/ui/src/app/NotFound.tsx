import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/Language';
import { Page } from '../parts/Page';

export function NotFound() {
  const t = useT();
  return (
    <Page title={t('notFound.title')} name={t('notFound.title')}>
      <p>{t('notFound.words')}</p>
      <p>
        <Link to="/">{t('nav.overview')}</Link>
      </p>
    </Page>
  );
}
