import { globSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Text } from '../src/contract/text.ts';

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
