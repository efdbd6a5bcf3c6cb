import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { PlainKey } from '../i18n/translate';
import { useT } from '../i18n/Language';
import { Button } from '../parts/Button';

const KEYS: readonly (readonly [readonly string[], PlainKey])[] = [
  [['/'], 'keys.find'],
  [['?'], 'keys.keys'],
  [['g', 'o'], 'nav.overview'],
  [['g', 'p'], 'nav.pairs'],
  [['g', 't'], 'nav.topics'],
  [['g', 'd'], 'nav.deadLetters'],
  [['g', 'n'], 'nav.nodes'],
  [['g', 'c'], 'nav.clients'],
  [['g', 'm'], 'nav.store'],
  [['g', 's'], 'nav.salvage'],
  [['g', 'a'], 'nav.alerts'],
  [['g', 'e'], 'nav.events'],
  [['g', 'u'], 'nav.users'],
  [['Esc'], 'keys.close'],
];

export function Keys({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <div className="stack">
        <h2 id={id}>{t('keys.title')}</h2>
        <dl className="keys">
          {KEYS.map(([pressed, words]) => (
            <div key={words}>
              <dt>
                {pressed.map((each) => (
                  <kbd key={each}>{each}</kbd>
                ))}
              </dt>
              <dd>{t(words)}</dd>
            </div>
          ))}
        </dl>
        <div className="row between">
          <Link to="/rest" onClick={() => dialog.current?.close()}>
            {t('rest.title')}
          </Link>
          <Button onClick={() => dialog.current?.close()}>{t('close')}</Button>
        </div>
      </div>
    </dialog>
  );
}
