import { told } from '../i18n/told';
import { useLanguage } from '../i18n/Language';
import { Hostile } from './Hostile';

/** A sentence of the server: in the reader's language where it is a known one, else in English. */
export function Told({ text }: { readonly text: string }) {
  const { language } = useLanguage();
  const words = told(text, language);
  return words === undefined ? (
    <span lang="en">
      <Hostile text={text} />
    </span>
  ) : (
    <Hostile text={words} />
  );
}
