import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { addLanguage, knownLanguages, type Language, matching } from '#contract/text.ts';
import { takeEarly } from '#web/api/takeEarly.ts';
import { LANGUAGES } from './languages.ts';

type Tell = (name: string, values: Readonly<Record<string, unknown>>) => string;

const newTell = (): Tell => (name, values) => i18next.t(name, values);
/** Another whenever phrases come in. */
let tell = newTell();
const listeners = new Set<() => void>();

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

async function load(language: Language, file: string): Promise<Record<string, string>> {
  const address = `locales/${file}.json`;
  const reply = (await takeEarly(address, language)) ?? (await fetch(address));
  if (!reply.ok) throw new Error(`${file}: ${reply.status}`);
  return (await reply.json()) as Record<string, string>;
}

/** Brings the translations of the texts that come with definitions and data, where the code does not spell them. */
async function loadMessages(language: Language): Promise<void> {
  if (knownLanguages().includes(language)) return;
  const [{ translator }, messages] = await Promise.all([
    import('#contract/translate.ts'),
    load(language, `${language}.messages`),
  ]);
  addLanguage(language, translator(messages));
}

/** Takes phrases of a language up, and lets what is shown already be said with them. */
function add(language: Language, phrases: Record<string, string>): void {
  i18next.addResourceBundle(language, 'translation', phrases, true);
  tell = newTell();
  for (const listener of listeners) listener();
}

/** What the first screen says, for whoever has not loaded all. */
async function loadFirst(language: Language): Promise<void> {
  const [phrases] = await Promise.all([load(language, `${language}.first`), loadMessages(language)]);
  if (!i18next.hasResourceBundle(language, 'translation')) add(language, phrases);
}

async function loadAll(language: Language): Promise<void> {
  const [phrases] = await Promise.all([load(language, language), loadMessages(language)]);
  add(language, phrases);
}

const whole = new Map<Language, Promise<void>>();

/**
 * Resolves when every phrase of a language is there: what is no part of the first screen waits for it.
 * @throws Error where they cannot be loaded; whoever asks again tries again
 */
export function allPhrases(language: Language = currentLanguage()): Promise<void> {
  const begun = whole.get(language);
  if (begun) return begun;
  const loading = loadAll(language);
  whole.set(language, loading);
  loading.catch(() => whole.delete(language));
  return loading;
}

/** The ending of an English word that a count stands before; the count may be written. */
const pluralEnding = (count: unknown): string => (String(count) === '1' ? '' : 's');

/** Starts i18next with what the first screen says in the preferred language. */
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
  await loadFirst(language);
  document.documentElement.lang = language;
}

/** Switches the language, keeps the choice on this device. */
export async function setLanguage(language: Language): Promise<void> {
  await allPhrases(language);
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

function subscribePhrases(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says a phrase by its name `<namespace>.<key>`; another whenever phrases come in, renders again then. */
export const usePhrases = (): Tell => useSyncExternalStore(subscribePhrases, () => tell);

/** The language shown; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}
