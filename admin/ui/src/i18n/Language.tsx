import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { translator, type Language, type Translate } from './translate';

interface Spoken {
  readonly language: Language;
  readonly speak: (language: Language) => void;
  readonly t: Translate;
}

const STORED = 'feige.language';
const Context = createContext<Spoken | undefined>(undefined);

function first(): Language {
  const stored = localStorage.getItem(STORED);
  if (stored === 'en' || stored === 'zh') {
    return stored;
  }
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export function LanguageOfAll({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  const speak = useCallback((next: Language) => {
    localStorage.setItem(STORED, next);
    setLanguage(next);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const spoken = useMemo(() => ({ language, speak, t: translator(language) }), [language, speak]);
  return <Context value={spoken}>{children}</Context>;
}

export function useLanguage(): Spoken {
  const spoken = use(Context);
  if (spoken === undefined) {
    throw new Error('outside of LanguageOfAll');
  }
  return spoken;
}

export function useT(): Translate {
  return useLanguage().t;
}
