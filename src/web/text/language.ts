import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from '#contract/text.ts';

const STORED = 'meterhouse.language';

/** The language chosen on this device, else Chinese for a Chinese browser, else English. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(STORED);
  if (chosen === 'zh' || chosen === 'en') return chosen;
  return /^zh\b/i.test(navigator.language) ? 'zh' : 'en';
}

/** The language shown at the moment. */
export function currentLanguage(): Language {
  if (!i18next.language) return preferredLanguage();
  return i18next.language === 'zh' ? 'zh' : 'en';
}

async function loadPhrases(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const reply = await fetch(`locales/${language}.json`);
  if (!reply.ok) throw new Error(`phrases of ${language}: ${reply.status}`);
  i18next.addResourceBundle(language, 'translation', await reply.json());
}

/** The ending of an English word that a count stands before; the count may be written. */
export const pluralEnding = (count: unknown): string => (String(count) === '1' ? '' : 's');

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
