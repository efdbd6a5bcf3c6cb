import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLogOut, useSession } from '../api/session';
import { useLanguage } from '../i18n/Language';
import { Button } from '../parts/Button';
import { FailureNote } from '../parts/FailureNote';
import { Hostile } from '../parts/Hostile';
import bird from './feige.svg';
import { Preferences } from './Preferences';

interface Props {
  readonly onFind: () => void;
  readonly onKeys: () => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

export function TopBar({ onFind, onKeys, isMenuOpen, onMenu }: Props) {
  const { t } = useLanguage();
  const session = useSession().data;
  const logOut = useLogOut();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const leave = () => {
    logOut().then(
      () => navigate({ to: '/login' }),
      (error: unknown) => setFailure(error),
    );
  };
  return (
    <header className="top-bar">
      <button
        type="button"
        className="button quiet menu-button"
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        onClick={onMenu}
      >
        {t('menu')}
      </button>
      <Link to="/" className="brand">
        <img src={bird} alt="" width="24" height="24" />
        <span>{t('name')}</span>
      </Link>
      <button type="button" className="find-button" onClick={onFind}>
        <span>{t('finder.open')}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      <div className="row top-right">
        <Preferences />
        <Button kind="quiet" onClick={onKeys} label={t('keys.title')}>
          ?
        </Button>
        {session !== undefined && session !== null && (
          <span className="who" title={session.who}>
            <Hostile text={session.user === '' ? session.who : session.user} />
          </span>
        )}
        {session?.csrf !== '' && (
          <Button kind="quiet" onClick={leave}>
            {t('logOut')}
          </Button>
        )}
      </div>
      <FailureNote of={failure} />
    </header>
  );
}
