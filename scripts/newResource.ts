/**
 * Writes a new resource: its definition and its line in the table of contents.
 *   npm run new:resource -- AREA NAME "中文" "English" [/Screen/Path]
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkName,
  insertBefore,
  insertImport,
  ROOT,
  runGenerator,
  upperFirst,
  type Generated,
} from './writeFiles.ts';

const USAGE =
  'Type: npm run new:resource -- archive energyAccount "水电气账户" "Energy accounts" [/Screen/Path]';
const AREAS = ['archive', 'sys'] as const;
const LIST = 'src/resource/index.ts';

const definition = (name: string, area: string, zh: string, en: string, screen: string): string => `
import { defineResource } from '#contract/define.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** ${en}. */
export const ${name} = defineResource({
  name: '${name}',
  area: '${area}',
  label: { zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} },
  idName: '${name}Id',
  title: '${name}Name',
  screen: '${screen}',
  unique: [['consumerId', '${name}Code']],
  fields: {
    ${name}Name: text('名称', 'Name', { max: 60 }),
    ${name}Code: text('编号', 'Code', { max: 60 }),
    consumerId: consumerId(),
    remark: remark(),
  },
});
`;

/** The definition of a new resource and the list with its line. @throws Error when an argument cannot be used. */
export function resourceFiles(args: readonly string[], list: string): Generated {
  const [area, given, zh, en, screen] = args;
  const name = checkName(given);
  if (!AREAS.some((one) => one === area)) throw new Error(`The area must be one of: ${AREAS.join(', ')}.`);
  if (!zh || !en || !/\p{Script=Han}/u.test(zh)) throw new Error(USAGE);
  if (new RegExp(`\\b${name},`).test(list)) throw new Error(`There is a resource named ${name} already.`);
  const path = `${area}/${name}.ts`;
  const imported = insertImport(list, name, `./${path}`);
  return {
    files: {
      [`src/resource/${path}`]: definition(
        name,
        String(area),
        zh,
        en,
        screen ?? `/SDNEquipment/${upperFirst(name)}`,
      ),
    },
    lists: { [LIST]: insertBefore(imported, /^\];$/, `  ${name},`, LIST) },
  };
}

if (import.meta.main) {
  await runGenerator(USAGE, async (args) => resourceFiles(args, await readFile(join(ROOT, LIST), 'utf8')), [
    'Next: say its fields, give it a place in src/menu/, then npm run db:diff -- NAME and npm run generate.',
  ]);
}
