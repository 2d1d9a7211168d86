import { globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, Text } from '../src/contract/text.ts';
import { type Messages, translator } from '../src/contract/translate.ts';

/** The flat phrase files `locales/zh.json` and `locales/en.json`: `<namespace>.<key>` → phrase. */
export interface Phrases {
  zh: Record<string, string>;
  en: Record<string, string>;
}

/** `src/feature/watch/alarm/web/texts.ts` → `alarm`, `src/web/shell/texts.ts` → `shell`, nested features join by a dot. */
export function namespaceOf(path: string): string {
  return path
    .split(sep)
    .join('/')
    .replace(/^src\/(feature\/[^/]+|web)\//, '')
    .replace(/\/texts\.ts$/, '')
    .replace(/\/web$/, '')
    .replaceAll('/', '.');
}

/**
 * Reads every `texts.ts` below `src/` and joins them. Throws with the address of a text that lacks a language
 * or of a namespace that two files claim. `fresh` reads files again that changed since (the development server).
 */
export async function collectPhrases(root: string, fresh = false): Promise<Phrases> {
  const phrases: Phrases = { zh: {}, en: {} };
  for (const path of globSync('src/{web,feature}/**/texts.ts', { cwd: root }).toSorted()) {
    const file = join(root, path);
    const { href } = pathToFileURL(file);
    const address = fresh ? `${href}?changed=${statSync(file).mtimeMs}` : href;
    const module = (await import(address)) as { texts?: Record<string, Text> };
    if (!module.texts) throw new Error(`${path} exports no texts`);
    for (const [key, text] of Object.entries(module.texts)) {
      const name = `${namespaceOf(path)}.${key}`;
      if (!text.zh || !text.en) throw new Error(`${path}: ${key} lacks a language`);
      if (name in phrases.zh) throw new Error(`${path}: ${name} is already taken`);
      phrases.zh[name] = text.zh;
      phrases.en[name] = text.en;
    }
  }
  return phrases;
}

/** Where the files of the further languages are, from the root. */
export const LANGUAGE_FOLDER = 'src/language';

/** Where phrases of the shell, the log-in and the homes are: they come before all the others. */
const FIRST =
  /^src\/(web\/(?!resource|analysisFrame|provenance)|feature\/(home\/(overview|roleHome|demonstration)|house\/notice|settings\/singleSignOn|watch\/alarm)\/)/;

/** The namespaces of what the first screen says. */
export const firstNamespaces = (root: string): ReadonlySet<string> =>
  new Set(
    globSync('src/{web,feature}/**/texts.ts', { cwd: root })
      .filter((path) => FIRST.test(path.split(sep).join('/')))
      .map(namespaceOf),
  );

/**
 * The static files of the languages by their name: the list, the phrases of each, those of them that the first screen says,
 * and of a further language the messages that say the texts of definitions and data.
 */
export async function localeFiles(
  root: string,
  languages: readonly { readonly code: Language; readonly name: string }[],
  { fresh = false, folder = join(root, LANGUAGE_FOLDER) } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { zh, en } = await collectPhrases(root, fresh);
  const files: Record<string, unknown> = { languages, zh, en };
  for (const { code } of languages) {
    if (code in files) continue;
    const messages = JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as Messages;
    const say = translator(messages);
    const phraseOf = (key: string): Text => ({ zh: zh[key] ?? '', en: en[key] ?? '' });
    files[code] = Object.fromEntries(
      Object.keys(en).map((key) => [key, say(phraseOf(key)) ?? phraseOf(key).en]),
    );
    files[`${code}.messages`] = messages;
  }
  const first = firstNamespaces(root);
  for (const { code } of languages)
    files[`${code}.first`] = Object.fromEntries(
      Object.entries(files[code] as Record<string, string>).filter(([key]) =>
        first.has(key.slice(0, key.lastIndexOf('.'))),
      ),
    );
  return files;
}
