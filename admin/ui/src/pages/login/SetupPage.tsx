import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useLogIn } from '../../api/session';
import { createUser } from '../../api/users';
import { addressSecret, forgetAddressSecret } from '../../app/addressSecret';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { FailureNote } from '../../parts/FailureNote';
import { Alone } from './Alone';

/** Makes the first administrator, for whoever has the secret that Admin left in its directory. */
export function SetupPage() {
  const t = useT();
  const logIn = useLogIn();
  const [secret] = useState(() => addressSecret('/setup'));
  const entry = useQuery({
    queryKey: ['session', 'setup'],
    queryFn: () => logIn({ token: secret }),
    enabled: secret !== '',
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Alone title={t('setup.title')}>
      {secret === '' ? (
        <div className="stack">
          <p>{t('setup.noSecret')}</p>
          <p>
            <Link to="/login">{t('login.title')}</Link>
          </p>
        </div>
      ) : (
        <Loaded query={entry}>{() => <FirstAdministrator />}</Loaded>
      )}
    </Alone>
  );
}

function FirstAdministrator() {
  const t = useT();
  const logIn = useLogIn();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const make = useMutation({
    mutationFn: async () => {
      await createUser({ name, password, grants: ['administrator'] });
      forgetAddressSecret();
      await logIn({ user: name, password });
      await navigate({ to: '/', replace: true });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password === again) {
      make.mutate();
    }
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t('setup.words')}</p>
      <Field label={t('login.user')} value={name} onChange={setName} autoComplete="username" required />
      <Field
        label={t('login.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint={t('password.hint')}
        minLength={12}
        required
      />
      <Field
        label={t('password.again')}
        type="password"
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
        required
      />
      <FailureNote of={make.error} />
      <div className="row end">
        <Button
          kind="main"
          type="submit"
          busy={make.isPending}
          reason={again !== password ? t('password.differ') : undefined}
        >
          {t('setup.go')}
        </Button>
      </div>
    </form>
  );
}
