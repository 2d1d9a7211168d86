import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addLanguage } from '#contract/text.ts';
import { type Messages, translator } from '#contract/translate.ts';

const FOLDER = fileURLToPath(new URL('../language', import.meta.url));

/**
 * Makes every language known to this process that a folder has a file of (`fr.json`, decision 140); answers how to forget
 * them. Every thread that says texts asks once, at its start.
 */
export function loadLanguages(folder = FOLDER): () => void {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const forget = files.map((name) => {
    const messages = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Messages;
    return addLanguage(basename(name, '.json'), translator(messages));
  });
  return () => forget.forEach((one) => one());
}
