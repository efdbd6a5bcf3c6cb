import { useLanguage } from '../i18n/Language';
import { useTheme, type Theme } from './theme';

/** Language and light: kept in the browser. */
export function Preferences() {
  const { t, language, speak } = useLanguage();
  const [theme, choose] = useTheme();
  return (
    <>
      <select
        className="small-select"
        aria-label={t('theme')}
        value={theme}
        onChange={(event) => choose(event.target.value as Theme)}
      >
        <option value="system">{t('theme.system')}</option>
        <option value="light">{t('theme.light')}</option>
        <option value="dark">{t('theme.dark')}</option>
      </select>
      <button
        type="button"
        className="button quiet"
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => speak(language === 'zh' ? 'en' : 'zh')}
      >
        {t('language.other')}
      </button>
    </>
  );
}
