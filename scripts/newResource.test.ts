import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Resource } from '#contract/define.ts';
import { featureFiles } from './newFeature.ts';
import { resourceFiles } from './newResource.ts';
import { formatted, ROOT, writeGenerated } from './writeFiles.ts';

const LIST = 'src/resource/index.ts';
const list = await readFile(join(ROOT, LIST), 'utf8');
const features = {
  server: await readFile(join(ROOT, 'src/server/features.ts'), 'utf8'),
  web: await readFile(join(ROOT, 'src/web/features.ts'), 'utf8'),
};

// Inside the project, so that `#contract/…` means what it means there.
await mkdir(join(ROOT, 'test-results'), { recursive: true });
const trial = await mkdtemp(join(ROOT, 'test-results/generator-'));
afterAll(() => rm(trial, { recursive: true, force: true }));

const lineOf = (source: string, line: string): string[] => source.split('\n').filter((one) => one === line);

test('a new resource is one file and one list line, and the file is a definition', async () => {
  const made = resourceFiles(['archive', 'pumpStation', '泵站', 'Pump stations'], list);
  const path = 'src/resource/archive/pumpStation.ts';
  expect(Object.keys(made.files)).toEqual([path]);
  const changed = await formatted(LIST, made.lists[LIST] ?? '');
  expect(lineOf(changed, "import { pumpStation } from './archive/pumpStation.ts';")).toHaveLength(1);
  expect(lineOf(changed, '  pumpStation,')).toHaveLength(1);
  expect(changed.split('\n')).toHaveLength(list.split('\n').length + 2);

  await mkdir(join(trial, 'src/resource'), { recursive: true });
  await writeFile(join(trial, 'src/resource/common.ts'), "export * from '#resource/common.ts';");
  await writeGenerated(made, trial);
  const { pumpStation } = (await import(join(trial, path))) as { pumpStation: Resource };
  expect(pumpStation.label).toEqual({ zh: '泵站', en: 'Pump stations' });
  expect(pumpStation.fields).toHaveProperty(pumpStation.title);
  await expect(writeGenerated(made, trial)).rejects.toThrow(`${path} exists already.`);
});

test.each([
  [['archive', 'EnergyAccount', '账户', 'Accounts'], 'lower camel case'],
  [['moon', 'pumpStation', '账户', 'Accounts'], 'archive, sys'],
  [['archive', 'pumpStation', 'Accounts', 'Accounts'], 'Type: npm run new:resource'],
  [['archive', 'ammeter', '表计', 'Meters'], 'already'],
])('%j is refused', (args, why) => {
  expect(() => resourceFiles(args, list)).toThrow(why);
});

test('a new feature has both sides and a line in both lists', async () => {
  const made = featureFiles(['energy', 'demandStudy', '需量分析', 'Demand study'], features);
  expect(Object.keys(made.files).map((path) => path.replace('src/feature/energy/demandStudy/', ''))).toEqual([
    'contract.ts',
    'server/query/demandStudy.ts',
    'server/index.ts',
    'web/index.ts',
    'web/texts.ts',
    'web/DemandStudyPage.tsx',
  ]);
  for (const [path, text] of Object.entries(made.files)) await formatted(path, text);
  const server = await formatted('features.ts', made.lists['src/server/features.ts'] ?? '');
  expect(
    lineOf(server, "import { routes as demandStudy } from '#feature/energy/demandStudy/server/index.ts';"),
  ).toHaveLength(1);
  expect(server.match(/\.\.\.demandStudy\b/g)).toHaveLength(1);
  const web = await formatted('features.ts', made.lists['src/web/features.ts'] ?? '');
  expect(lineOf(web, "import { demandStudy } from '#feature/energy/demandStudy/web/index.ts';")).toHaveLength(
    1,
  );
  expect(web.match(/\bdemandStudy\b/g)).toHaveLength(3);
  expect(() => featureFiles(['house', 'session', '会话', 'Session'], features)).toThrow('already');
  expect(() => featureFiles(['moon', 'session', '会话', 'Session'], features)).toThrow('one of home');
});
