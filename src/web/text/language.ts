import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { addLanguage, knownLanguages, type Language, matching } from '#contract/text.ts';
import { LANGUAGES } from './languages.ts';

const STORED = 'meterhouse.language';
const CODES = LANGUAGES.map(({ code }) => code);

/** The language chosen on this device, else the browser's where it is offered, else English. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(STORED);
  if (chosen !== null && CODES.includes(chosen)) return chosen;
  return matching(navigator.language, CODES) ?? 'en';
}

/** The language shown at the moment. */
export function currentLanguage(): Language {
  if (!i18next.language) return preferredLanguage();
  return CODES.includes(i18next.language) ? i18next.language : 'en';
}

async function load(file: string): Promise<Record<string, string>> {
  const reply = await fetch(`locales/${file}.json`);
  if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
  return (await reply.json()) as Record<string, string>;
}

/** Brings the translations of the texts that come with definitions and data, where the code does not spell them. */
async function loadMessages(language: Language): Promise<void> {
  if (knownLanguages().includes(language)) return;
  const [{ translator }, messages] = await Promise.all([
    import('#contract/translate.ts'),
    load(`${language}.messages`),
  ]);
  addLanguage(language, translator(messages));
}

async function loadPhrases(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const [phrases] = await Promise.all([load(language), loadMessages(language)]);
  i18next.addResourceBundle(language, 'translation', phrases);
}

/** The ending of an English word that a count stands before; the count may be written. */
const pluralEnding = (count: unknown): string => (String(count) === '1' ? '' : 's');

/** Starts i18next with the phrase file of the preferred language. */
export async function startLanguage(): Promise<void> {
  const language = preferredLanguage();
  await i18next.init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: {},
    interpolation: { escapeValue: false },
  });
  // `{{n}} row{{n, s}}`: English has one word for one and another for more.
  i18next.services.formatter?.add('s', pluralEnding);
  await loadPhrases(language);
  document.documentElement.lang = language;
}

/** Switches the language, keeps the choice on this device. */
export async function setLanguage(language: Language): Promise<void> {
  await loadPhrases(language);
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** The language shown; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}
