/**
 * Brings the file of a language up to the texts of the product, and tells what it still lacks:
 *   npm run language -- fr
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Messages } from '../src/contract/translate.ts';
import { catalogueOf } from './language/catalogue.ts';
import { broughtUp, lacksOf, linesOf } from './language/check.ts';
import { LANGUAGE_FOLDER } from './phrases.ts';
import { ROOT } from './writeFiles.ts';

const [code = ''] = process.argv.slice(2);
if (!/^[a-z]{2,3}(-[A-Za-z]+)?$/.test(code) || code === 'zh' || code === 'en') {
  process.stderr.write('Type: npm run language -- fr (the code of a language other than zh and en)\n');
  process.exit(1);
}
const file = join(ROOT, LANGUAGE_FOLDER, `${code}.json`);
const catalogue = await catalogueOf(ROOT);
const given = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Messages) : {};
const messages = broughtUp(catalogue, given);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(messages, null, 2)}\n`);
const lines = linesOf(lacksOf(catalogue, messages));
for (const line of lines) process.stdout.write(`${line}\n`);
process.stdout.write(`${file}: ${Object.keys(messages).length} texts, ${lines.length} to look at\n`);
if (lines.length > 0) process.exitCode = 1;
