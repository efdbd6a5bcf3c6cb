import { useCallback, useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'feige.theme';

function stored(): Theme {
  const theme = localStorage.getItem(STORED);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The tokens of styles/tokens.css follow the attribute, or the system where there is none. */
export function applyTheme(theme: Theme = stored()): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  window.dispatchEvent(new Event('feige-theme'));
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(stored);
  const choose = useCallback((next: Theme) => {
    localStorage.setItem(STORED, next);
    setTheme(next);
    applyTheme(next);
  }, []);
  return [theme, choose];
}
