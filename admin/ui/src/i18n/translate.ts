import { en } from './en';
import { zh } from './zh';

export type Key = keyof typeof en;
export type Dictionary = Readonly<Record<Key, string>>;
export type Language = 'en' | 'zh';

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<K extends Key> = Names<(typeof en)[K]>;
/** What a text leaves open must be given, and nothing else. */
export type Given<K extends Key> = [Values<K>] extends [never] ? [] : [Readonly<Record<Values<K>, string | number>>];
/** Texts that leave nothing open. */
export type PlainKey = { [K in Key]: Given<K> extends [] ? K : never }[Key];
export type Translate = <K extends Key>(key: K, ...given: Given<K>) => string;

const dictionaries: Readonly<Record<Language, Dictionary>> = { en, zh };

export function translator(language: Language): Translate {
  const dictionary = dictionaries[language];
  return (key, ...given) => fill(dictionary[key], given[0]);
}

function fill(text: string, given: Readonly<Record<string, string | number>> | undefined): string {
  return given === undefined ? text : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}
