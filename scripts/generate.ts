/**
 * Writes what derives from the definitions into generated/, so that a review sees it:
 *   npm run generate
 * schema.sql (tables of the resources), routes.txt (every call), permissions.txt (every function code),
 * columns.csv (every field of every resource), answers.json (what every call answers, from the types of the handlers),
 * language/zh.json and en.json (every text by the key of where it is used).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { addressOf, snake } from '#contract/define.ts';
import { MENU } from '#menu/menu.ts';
import type { MenuNode } from '#menu/menu.ts';
import { resources } from '#resource/index.ts';
import { allRoutes } from '#server/app.ts';
import { kindServers } from '#server/resource/kinds.ts';
import { answersOf } from './answers/answers.ts';
import { createTable, targetTable } from '#server/resource/table.ts';
import { catalogueOf } from './language/catalogue.ts';
import { ROOT } from './writeFiles.ts';

const FOLDER = new URL('../generated/', import.meta.url);

const schema = resources
  .map((r) => [createTable(r), ...Object.values(targetTable(r).extras)].join('\n'))
  .join('\n\n');

const routes = allRoutes
  .map((r) => `${r.method.padEnd(8)} ${r.path}  ${r.permission ?? 'any session'}`)
  .toSorted()
  .join('\n');

function codes(node: MenuNode, depth = 0): string[] {
  const line = `${'  '.repeat(depth)}${node.funCode}  ${node.type}  ${node.name.zh}  ${node.name.en}${node.enterprise ? '  enterprise' : ''}`;
  return [line, ...(node.children ?? []).flatMap((child) => codes(child, depth + 1))];
}

const columns = resources.flatMap((r) =>
  Object.entries(r.fields).map(([key, f]) =>
    [
      addressOf(r),
      key,
      snake(key),
      f.kind,
      kindServers[f.kind].columnType,
      f.required ? 'required' : '',
      f.unit ?? '',
      f.label.zh,
      f.label.en,
    ].join(','),
  ),
);

await mkdir(new URL('language/', FOLDER), { recursive: true });
const write = (name: string, text: string) => writeFile(new URL(name, FOLDER), `${text}\n`);
await write('schema.sql', schema);
await write('routes.txt', routes);
await write('permissions.txt', codes(MENU).join('\n'));
await write('columns.csv', ['address,field,column,kind,type,required,unit,zh,en', ...columns].join('\n'));
await write('answers.json', JSON.stringify(await answersOf(allRoutes), null, 1));
for (const [language, texts] of Object.entries(await catalogueOf(ROOT)))
  await write(`language/${language}.json`, JSON.stringify(texts, null, 1));
