import { useEffect, type ReactNode } from 'react';
import bird from '../../app/feige.svg';
import { Preferences } from '../../app/Preferences';
import { useT } from '../../i18n/Language';

/** A page for whoever is not logged in: nothing around it. */
export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useT();
  useEffect(() => {
    document.title = t('window', { name: title });
  }, [title, t]);
  return (
    <main className="alone">
      <div className="row between">
        <span className="brand">
          <img src={bird} alt="" width="32" height="32" />
          <span>{t('name')}</span>
        </span>
        <span className="row">
          <Preferences />
        </span>
      </div>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
