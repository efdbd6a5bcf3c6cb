import { useEffect, type ReactNode } from 'react';
import { useT } from '../i18n/Language';

interface Props {
  readonly title: ReactNode;
  /** For the window. */
  readonly name: string;
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, name, above, actions, children }: Props) {
  const t = useT();
  useEffect(() => {
    document.title = t('window', { name });
  }, [name, t]);
  return (
    <>
      <header className="page-head">
        {above !== undefined && <nav aria-label={t('page.where')}>{above}</nav>}
        <div className="row between">
          <h1 tabIndex={-1}>{title}</h1>
          {actions !== undefined && <div className="row">{actions}</div>}
        </div>
      </header>
      {children}
    </>
  );
}
