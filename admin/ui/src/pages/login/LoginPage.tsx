import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useLogIn, useTokenFile } from '../../api/session';
import { addressSecret, forgetAddressSecret } from '../../app/addressSecret';
import { useAddress } from '../../app/search';
import { useT } from '../../i18n/Language';
import type { Translate } from '../../i18n/translate';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { FailureNote } from '../../parts/FailureNote';
import { Alone } from './Alone';

/** Only to a page of this console, wherever the address says one came from. */
export function wayBack(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith('/login') ? to : '/';
}

function tokenHint(t: Translate, file: string): string {
  return file === '' ? t('login.token.hint') : t('login.token.file', { file });
}

export function LoginPage() {
  const t = useT();
  const logIn = useLogIn();
  const navigate = useNavigate();
  const router = useRouter();
  const [{ to, with: way }, put] = useAddress();
  const [user, setUser] = useState('');
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const tokenFile = useTokenFile();
  const byToken = way === 'token' || tokenFile !== '';
  const [linked] = useState(() => addressSecret('/login'));
  const entry = useQuery({
    queryKey: ['session', 'link'],
    queryFn: () => logIn({ token: linked }),
    enabled: linked !== '',
    staleTime: Infinity,
    retry: false,
  });
  // Once only: who is led back here is not let in by what the link did before.
  if (linked !== '' && entry.isSuccess) {
    forgetAddressSecret();
    return <Navigate to={wayBack(to)} replace />;
  }
  const otherWay = () => {
    setSecret('');
    put({ with: byToken ? '' : 'token' });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    logIn(byToken ? { token: secret.trim() } : { user, password: secret })
      .then(() => navigate({ href: router.history.createHref(wayBack(to)), replace: true }))
      .catch((error: unknown) => {
        setFailure(error);
        setBusy(false);
      });
  };
  return (
    <Alone title={t('login.title')}>
      <form className="stack" onSubmit={submit}>
        {!byToken && <Field label={t('login.user')} value={user} onChange={setUser} autoComplete="username" required />}
        <Field
          key={String(byToken)}
          label={t(byToken ? 'login.token' : 'login.password')}
          type="password"
          value={secret}
          onChange={setSecret}
          autoComplete={byToken ? 'off' : 'current-password'}
          hint={byToken ? tokenHint(t, tokenFile) : undefined}
          required
        />
        <FailureNote of={failure ?? entry.error} />
        <div className="row between">
          {tokenFile === '' && (
            <Button kind="quiet" onClick={otherWay}>
              {t(byToken ? 'login.byUser' : 'login.byToken')}
            </Button>
          )}
          <Button kind="main" type="submit" busy={busy}>
            {t('login.go')}
          </Button>
        </div>
      </form>
    </Alone>
  );
}
