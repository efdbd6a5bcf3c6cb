import type { Language } from './translate';
import patterns from './told.json';

const PATTERNS = patterns.map(([pattern = '', words = '']) => [new RegExp(pattern, 'u'), words] as const);

/** A sentence of the server, which writes English, in the language; undefined: it is none that is known. */
export function told(sentence: string, language: Language): string | undefined {
  if (language === 'en') {
    return undefined;
  }
  for (const [pattern, words] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found !== null) {
      // What a sentence quotes may be one itself.
      return words.replaceAll(/\$(\d)/g, (_, at: string) => {
        const part = found[Number(at)] ?? '';
        return told(part, language) ?? part;
      });
    }
  }
  return undefined;
}
