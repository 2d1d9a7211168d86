import i18next from 'i18next';
import { useMemo } from 'react';
import { type Text, textIn } from '#contract/text.ts';
import { useLanguage, usePhrases } from './language.ts';

/** What a `texts.ts` exports as `texts`: key → phrase in both languages, values in `{{braces}}`. */
export type Texts = Record<string, Text>;

/** Says a phrase in the language shown. */
export type Say<T extends Texts> = (
  key: keyof T & string,
  values?: Record<string, string | number>,
) => string;

/** Says a phrase outside React; `name` is `<namespace>.<key>`. */
export function say(name: string, values?: Record<string, string | number>): string {
  return i18next.t(name, values ?? {});
}

/**
 * The phrases of one `texts.ts`. Import the texts as a type only: the phrases travel in the static phrase files.
 * `const t = useTexts<typeof import('./texts.ts').texts>('overview')`
 */
export function useTexts<T extends Texts>(namespace: string): Say<T> {
  const language = useLanguage();
  const tell = usePhrases();
  return useMemo(() => {
    // Asking for a language by name makes the hook's result belong to the render that asked.
    return (key, values) => {
      const name: string = `${namespace}.${key}`;
      return tell(name, { lng: language, ...values });
    };
  }, [namespace, language, tell]);
}

/** Picks the phrase of a text pair that comes with data (labels of definitions) in the language shown. */
export function useText(): (text: Text) => string {
  const language = useLanguage();
  return useMemo(() => (text: Text) => textIn(text, language), [language]);
}
