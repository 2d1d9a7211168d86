import type { Early } from './takeEarly.ts';

/** Codes of the languages; the build writes them before this script. */
declare const EARLY_LANGUAGES: readonly string[];

/*
 * Asks for what every screen begins with while the code of the page is on its way. It is a file of its own that imports
 * nothing: whatever it needed would have to come first.
 */
const page = globalThis as { meterhouseEarly?: Early };
const signedIn = document.querySelector<HTMLMetaElement>('meta[name="signed-in"]')?.content === '1';
const tag = (localStorage.getItem('meterhouse.language') ?? navigator.language).toLowerCase();
const language = EARLY_LANGUAGES.find((code) => `${tag}-`.startsWith(`${code.toLowerCase()}-`)) ?? 'en';

const answers = new Map<string, Promise<Response>>();
const ask = (address: string, headers: Record<string, string> = {}): void => {
  const answer = fetch(address, { headers, credentials: 'same-origin' });
  // Where it fails the page asks again, and tells.
  answer.catch(() => {});
  answers.set(address, answer);
};

ask(`locales/${language}.first.json`);
if (signedIn)
  for (const call of ['sys/getUserInfo', 'sys/getAllMenus'])
    ask(`/api/${call}`, { 'X-Meterhouse': '1', 'Accept-Language': language });
page.meterhouseEarly = { language, answers };
