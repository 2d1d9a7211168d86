/**
 * Writes a new feature with one question, one call and one page, and its lines in the two lists.
 *   npm run new:feature -- WING NAME "中文" "English" [/Screen/Path]
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkName, insertImport, ROOT, runGenerator, upperFirst, type Generated } from './writeFiles.ts';

const USAGE = 'Type: npm run new:feature -- energy demand "需量分析" "Demand analysis" [/Screen/Path]';
/** The wings of the house: the entries of the menu, and what all of them stand on (ARCHITECTURE.md). */
const WINGS = [
  'home',
  'energy',
  'money',
  'meters',
  'watch',
  'assets',
  'reporting',
  'archive',
  'statistics',
  'settings',
  'house',
];
const SERVER_LIST = 'src/server/features.ts';
const WEB_LIST = 'src/web/features.ts';

const contract = (name: string): string => `
import * as z from 'zod';

/** What the question is asked about. */
export const ${name}Params = z.object({ consumerId: z.coerce.number().int() });
export type ${upperFirst(name)}Params = z.output<typeof ${name}Params>;

/** The answer. */
export interface ${upperFirst(name)} {
  /** Meters of the enterprise. */
  readonly meters: number;
}
`;

const question = (name: string): string => `
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { ${upperFirst(name)}, ${upperFirst(name)}Params } from '../../contract.ts';

/** How many meters the enterprise has, within the caller's scope. */
export async function ${name}(trx: Db, { consumerId }: ${upperFirst(name)}Params): Promise<${upperFirst(name)}> {
  const { rows } = await sql<${upperFirst(name)}>\`
    select count(*)::integer as meters from ammeter where consumer_id = \${consumerId}\`.execute(trx);
  return rows[0] ?? { meters: 0 };
}
`;

/** The function code of a screen is its address: `/Energy/DemandStudy` → `Energy.DemandStudy`. */
const codeOf = (screen: string): string => screen.slice(1).replaceAll('/', '.');

const server = (name: string, zh: string, en: string, screen: string): string => `
import { defineRoute, type Route } from '#server/route.ts';
import { ${name}Params } from '../contract.ts';
import { ${name} } from './query/${name}.ts';

const get = defineRoute({
  method: 'GET',
  path: '/api/${name}/get',
  summary: { zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} },
  permission: '${codeOf(screen)}',
  params: ${name}Params,
  handler: ({ trx, params }) => ${name}(trx, params),
});

export const routes: readonly Route[] = [get];
`;

const web = (name: string, zh: string, en: string, screen: string): string => `
import type { WebFeature } from '#web/page.ts';

export const ${name}: WebFeature = {
  routes: [
    {
      path: '${screen}',
      title: { zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} },
      antd: false,
      load: () => import('./${upperFirst(name)}Page.tsx'),
    },
  ],
};
`;

const texts = `
export const texts = {
  meters: { zh: '表计', en: 'Meters' },
};
`;

const page = (name: string): string => `
import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { formatNumber } from '#web/ui/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { ${upperFirst(name)} } from '../contract.ts';

export default function ${upperFirst(name)}Page() {
  const t = useTexts<typeof import('./texts.ts').texts>('${name}');
  const consumerId = useConsumer().consumer?.orgId;
  const { data, error, refetch } = useQuery({
    queryKey: ['${name}', consumerId],
    queryFn: () => get<${upperFirst(name)}>('${name}/get', { consumerId }, { quiet: true }),
    enabled: consumerId !== undefined,
  });
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} />;
  return (
    <Panel flush>
      <KeyFigures
        loading={!data}
        figures={[{ key: 'meters', label: t('meters'), value: formatNumber(data?.meters, 0) }]}
      />
    </Panel>
  );
}
`;

/** The files of a new feature and the lists with its lines. @throws Error when an argument cannot be used. */
export function featureFiles(
  args: readonly string[],
  lists: { readonly server: string; readonly web: string },
): Generated {
  const [wing = '', given, zh, en, path] = args;
  if (!WINGS.includes(wing)) throw new Error(`${USAGE}\nThe wing is one of ${WINGS.join(', ')}.`);
  const name = checkName(given);
  if (!zh || !en || !/\p{Script=Han}/u.test(zh)) throw new Error(USAGE);
  if (new RegExp(`#feature/\\w+/${name}/`).test(lists.server))
    throw new Error(`There is a feature named ${name} already.`);
  const folder = `src/feature/${wing}/${name}`;
  const screen = path ?? `/${upperFirst(name)}`;
  const serverList = insertImport(
    lists.server,
    `routes as ${name}`,
    `#feature/${wing}/${name}/server/index.ts`,
  );
  const webList = insertImport(lists.web, name, `#feature/${wing}/${name}/web/index.ts`);
  return {
    files: {
      [`${folder}/contract.ts`]: contract(name),
      [`${folder}/server/query/${name}.ts`]: question(name),
      [`${folder}/server/index.ts`]: server(name, zh, en, screen),
      [`${folder}/web/index.ts`]: web(name, zh, en, screen),
      [`${folder}/web/texts.ts`]: texts,
      [`${folder}/web/${upperFirst(name)}Page.tsx`]: page(name),
    },
    lists: {
      [SERVER_LIST]: addToList(serverList, 'featureRoutes', `...${name}`, SERVER_LIST),
      [WEB_LIST]: addToList(webList, 'features', name, WEB_LIST),
    },
  };
}

/** Adds an element at the start of an array `const list = […]`, however it is broken into lines. */
function addToList(source: string, list: string, element: string, where: string): string {
  const start = new RegExp(`(const ${list}: [^=]*= \\[)`);
  if (!start.test(source)) throw new Error(`${where} has no list named ${list}; add the line by hand.`);
  return source.replace(start, `$1${element}, `);
}

if (import.meta.main) {
  const list = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
  await runGenerator(
    USAGE,
    async (args) => featureFiles(args, { server: await list(SERVER_LIST), web: await list(WEB_LIST) }),
    ['Next: ask its real question, give its screen a place in src/menu/, then npm run generate.'],
  );
}
