import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../i18n/Language';
import { Hostile } from '../parts/Hostile';
import { find } from './findings';
import { useFindings } from './useFindings';

const MOST = 12;

/** Finds anything by its name: a list to go through with the arrow keys. */
export function Finder({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = find(useFindings(text, MOST), text, MOST);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const go = (to: string | undefined) => {
    if (to !== undefined) {
      dialog.current?.close();
      void navigate({ to });
    }
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((before) => Math.max(0, Math.min(found.length - 1, before + step)));
    } else if (event.key === 'Enter') {
      go(found[chosen]?.to);
    }
  };
  return (
    <dialog ref={dialog} className="dialog finder" aria-label={t('finder.title')} onClose={onClose}>
      <input
        role="combobox"
        aria-label={t('finder.title')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[chosen] === undefined ? undefined : `${id}-${chosen}`}
        placeholder={t('finder.hint')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onKeyDown={press}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
      />
      <ul role="listbox" id={id} aria-label={t('finder.found')}>
        {found.map((each, at) => (
          <li
            key={each.to}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onMouseMove={() => setChosen(at)}
            onClick={() => go(each.to)}
          >
            <Hostile text={each.name} />
            <span className="quiet">{t(`finder.${each.kind}`)}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="quiet nothing-found">{t('finder.nothing')}</p>}
    </dialog>
  );
}
