import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#resource/index.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
/** What is planted for the linter, by its path: it is asked once for all of them. */
const planted = new Map<string, string>();
let said: ReadonlyMap<string, string>;
beforeAll(() => {
  for (const [path, lines] of planted) {
    mkdirSync(join(ROOT, path, '..'), { recursive: true });
    writeFileSync(join(ROOT, path), lines);
  }
  said = linted([...planted.keys()]);
}, 60_000);
afterAll(() => {
  for (const path of planted.keys()) rmSync(join(ROOT, path, '..'), { recursive: true, force: true });
});

/** What the linter says of files, by their paths. */
function linted(paths: readonly string[]): ReadonlyMap<string, string> {
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { filename: string; message: string; help?: string; code?: string }[];
  };
  const known = new Map(paths.map((path) => [path, '']));
  for (const { filename, code, message, help } of diagnostics)
    known.set(filename, `${known.get(filename) ?? ''}${code} ${message} ${help ?? ''}\n`);
  return known;
}

/** Plants a file with these lines, under a number of its own. @returns what the linter says of it, once the tests run */
function plant(path: string, lines: string): () => string {
  const own = path.replace(/(\w+)(\.[\w.]+)$/, `$1${planted.size}$2`);
  planted.set(own, lines);
  return () => said.get(own) ?? '';
}

describe('the arrows between the sides', () => {
  const refused = [
    ['src/web/planted/a.ts', `import '#server/app.ts';\n`, 'The web never imports the server'],
    ['src/feature/house/planted/web/a.ts', `import '../server/b.ts';\n`, 'The web never imports the server'],
    ['src/feature/house/planted/server/a.ts', `import '#web/api.ts';\n`, 'The server never imports the web'],
    ['src/feature/house/planted/domain/a.ts', `import 'node:fs';\n`, 'The domain is pure'],
    ['src/domain/planted/a.ts', `import '#server/app.ts';\n`, 'The domain is pure'],
    [
      'src/feature/house/planted/contract/a.ts',
      `import '#domain/fold/fold.ts';\n`,
      'The contract imports zod and itself',
    ],
    [
      'src/feature/house/planted/server/b.ts',
      `import '#feature/house/session/server/session.ts';\n`,
      'Features meet at the door',
    ],
    [
      'src/resource/planted/a.server.ts',
      `import '#feature/house/session/server/guard.ts';\n`,
      'Features meet at the door: a resource',
    ],
    [
      'src/server/planted/c.ts',
      `import '#feature/house/task/server/run.ts';\n`,
      'Features meet at the door: the server',
    ],
    [
      'src/server/planted/d.ts',
      `import '#feature/home/demonstration/server/index.ts';\n`,
      'Features meet at the door: the server',
    ],
    [
      'src/feature/house/planted/server/c.ts',
      `import '#feature/meters/subject/domain/flow.ts';\n`,
      "A feature's domain is its own",
    ],
    [
      'src/feature/house/planted/domain/b.ts',
      `import '#feature/meters/subject/domain/flow.ts';\n`,
      "A feature's domain is its own",
    ],
    [
      'src/feature/house/planted/web/b.ts',
      `import '#feature/meters/subject/domain/flow.ts';\n`,
      "A feature's domain is its own",
    ],
    [
      'src/server/planted/a.ts',
      `import '#feature/meters/subject/domain/flow.ts';\n`,
      "A feature's domain is its own",
    ],
    [
      'src/feature/house/planted/server/d.ts',
      `import '../../../../../simulator/plant/campus.ts';\n`,
      'The simulator has one door',
    ],
    [
      'src/server/planted/b.ts',
      `import '../../../simulator/plant/campus.ts';\n`,
      'The simulator has one door',
    ],
  ].map(([path = '', lines = '', sentence = '']) => [path, sentence, plant(path, lines)] as const);
  it.each(refused)('%s is refused with a sentence', (_, sentence, told) => {
    expect(told()).toContain(sentence);
  });

  const own = plant(
    'src/feature/house/planted/server/e.ts',
    `import '../domain/c.ts';\nimport '../../../../../simulator/public.ts';\n`,
  );
  it("the simulator's door is open, and a feature's own domain", () => {
    expect(own()).not.toContain('no-restricted-imports');
  });

  const doors = ['slots', 'public'].map((door) => {
    const lines = `import '#feature/house/session/server/${door}.ts';\n`;
    return [door, plant('src/resource/planted/b.server.ts', lines)] as const;
  });
  it.each(doors)('the door server/%s.ts is open to the server half of a resource', (_, told) => {
    expect(told()).not.toContain('no-restricted-imports');
  });
});

describe('the rooms of the web', () => {
  const ROOM = '#feature/home/overview/web';
  const doors = [
    `import '${ROOM}/public.ts';`,
    `export const later = () => import('${ROOM}/public.ts');`,
    `import './planted.ts';`,
  ];
  const slots = `import '#feature/settings/account/web/slots.ts';`;
  const ways = [
    `import { figuresOf } from '${ROOM}/figures.ts';`,
    `export type Page = typeof import('${ROOM}/figures.ts');`,
    `export const load = () => import('${ROOM}/figures.ts');`,
    `export * from '${ROOM}/figures.ts';`,
    `import '${ROOM}/index.ts';`,
  ];
  const around = `import '../../../home/overview/web/figures.ts';`;

  const entered = (
    [
      ['src/feature/house/planted/web/a.ts', doors, [...ways, around, slots]],
      ['src/web/planted/a.ts', doors, [...ways, slots]],
      ['src/resource/planted/a.web.tsx', [...doors, slots], ways],
    ] as const
  ).map(([path, open, shut]) => {
    return [path, shut.length, plant(path, `${[...open, ...shut].join('\n')}\n`)] as const;
  });
  it.each(entered)('are entered from %s through their doors alone', (_, shut, told) => {
    expect(told().match(/features meet at the door web\/public\.ts/g)).toHaveLength(shut);
  });
});

describe('sums of figures', () => {
  type Case = readonly [string, string];
  const planting = (cases: readonly Case[]) =>
    cases.map(([what, line]) => [what, plant('src/feature/energy/use/planted/a.ts', `${line}\n`)] as const);

  it.each(planting([
    ['onto 0', `export const all = (list: { pP: number }[]) => list.reduce((sum, one) => sum + one.pP, 0);`],
    ['in a block', `export const all = (list: number[]) => list.reduce((sum, one) => { return one + sum; }, 0);`],
    ['without a begin', `export const all = (list: number[]) => list.reduce((sum, one) => sum + one);`],
    ['in a loop', `export function all(list: number[]) { let sum = 0; for (const cost of list) sum += cost; return sum; }`],
    ['onto a property', `export function all(list: number[]) { const of = { sum: 0 }; for (const cost of list) of.sum += cost; return of; }`],
    ['onto a field', `export class All { sum = 0; add(cost: number) { this.sum += cost; } }`],
    ['of factors', `export const all = (list: { n: number; price: number }[]) => list.reduce((sum, one) => sum + one.n * one.price, 0);`],
  ]))('as floats are refused: %s', (_, told) => {
    expect(told()).toContain('Figures are added exactly');
  }); // prettier-ignore

  it.each(planting([
    ['millionths', `export const all = (list: bigint[]) => list.reduce((sum, one) => sum + one, 0n);`],
    ['counts', `export const all = (list: { n: number }[]) => list.reduce((sum, one) => sum + one.n, 0);`],
    ['times', `export function all(list: { ms: number }[]) { let sum = 0; for (const { ms } of list) sum += ms; return sum; }`],
    ['texts', `export function all(list: string[]) { let text = ''; for (const one of list) text += one; return text; }`],
    ['times onto a property', `export function all(list: { ms: number }[]) { const of = { sumMs: 0 }; for (const { ms } of list) of.sumMs += ms; return of; }`],
    ['millionths onto a property', `export function all(list: bigint[]) { const of = { sum: 0n }; for (const one of list) of.sum += one; return of; }`],
    ['steps', `export function all(step: number) { let n = 0; for (let t = 0; t < 9; t += step) n++; return n; }`],
  ]))('that are exact are taken: %s', (_, told) => {
    expect(told()).not.toContain('Figures are added exactly');
  }); // prettier-ignore
});

describe('lengths of time', () => {
  it.each([
    ['HOUR_MS of #domain/time/duration.ts', 'src/feature/house/planted/web/a.ts', 'export const WAIT = 2 * 3_600_000;'],
    ['DAY_MS of #domain/time/duration.ts', 'src/domain/planted/a.ts', 'export const WAIT = 86400000;'],
    ['HOME_ZONE of #domain/time/homeZone.ts', 'src/contract/planted/a.ts', `export const ZONE = 'Asia/Shanghai';`],
  ].map(([name = '', path = '', line = '']) => [name, plant(path, `${line}\n`)] as const))('have a name, as the zone of what has none: %s', (name, told) => {
    expect(told()).toContain(`Take ${name}.`);
  }); // prettier-ignore

  const minute = plant('src/domain/planted/b.ts', 'export const WAIT = 60_000;\n');
  it('that are no whole hour or day are numbers', () => {
    expect(minute()).not.toContain('Take ');
  });
});

describe('what speaks with the server', () => {
  it.each([
    ['a call', `export const rows = () => fetch('/api/archive/ammeter/getall');`],
    ['an upload', `export const request = () => new XMLHttpRequest();`],
    ['a saved file', `export const save = (link: HTMLAnchorElement) => { link.download = 'a.xlsx'; };`],
    ['a link', `export const Link = () => <a href="a" download>a</a>;`],
    ['the address of a call', `import { callAddress } from '#web/api.ts'; export const Link = () => <a href={callAddress('a')}>a</a>;`],
  ].map(([what = '', line = '']) => [what, plant('src/feature/house/planted/web/a.tsx', `${line}\n`)] as const))('is one place: %s elsewhere is refused', (_, told) => {
    expect(told()).toContain('go through #web/api.ts');
  }); // prettier-ignore
});

describe('a table', () => {
  const raw = `export const Rows = () => <table><tbody /></table>;\n`;
  const kit = `import { Table } from '#web/ui/Table.tsx';\nexport const Rows = () => <Table look="rows" columns={[]} rows={[]} keyOf={String} />;\n`;

  const places = [
    'src/feature/house/planted/web/a.tsx',
    'src/web/planted/a.tsx',
    'src/resource/planted/a.web.tsx',
  ].map((path) => [path, plant(path, raw), plant(path, kit)] as const);
  it.each(places)('is the one of the kit: by hand it is refused in %s', (_, byHand, ofKit) => {
    expect(byHand()).toContain('A table is the Table of #web/ui/Table.tsx');
    expect(ofKit()).not.toContain('A table is');
  });

  it('is by hand in few named places alone, each of which has one', () => {
    const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as {
      overrides: { files: string[]; rules: Record<string, string> }[];
    };
    const named = config.overrides
      .filter(({ files, rules }) => rules['house/one-table'] === 'off' && files[0]?.startsWith('src/'))
      .flatMap(({ files }) => files);
    expect(named.length).toBeLessThanOrEqual(6);
    for (const file of named) expect(readFileSync(join(ROOT, file), 'utf8'), file).toContain('<table');
  });
});

describe('time series', () => {
  const at = 'src/feature/house/planted/server/a.ts';
  it.each([
    ['a statement', 'export const text = `select r.pz from reading r where r.meter_id = 1`;', 'Only src/series asks'],
    ['a change', `export const text = 'update reading set pz = 1';`, 'Only src/series asks'],
    ['the catalogue', `export const text = "select 'reading'::regclass";`, 'Only src/series asks'],
    ['a way around the door', `import '#series/reading/readings.ts';`, 'entered by #series/public.ts'],
    ['a set of meters', `import { MeterSet } from '#series/meterSet.ts';`, 'made by the archive alone'],
  ].map(([what = '', line = '', sentence = '']) => [what, sentence, plant(at, `${line}\n`)] as const))('%s elsewhere is refused', (_, sentence, told) => {
    expect(told()).toContain(sentence);
  }); // prettier-ignore

  const door = plant(
    at,
    `import '#series/public.ts';\nexport const text = 'select from reading_void v join held_reading h using (id)';\n`,
  );
  it('the door is open, and other tables are not meant', () => {
    expect(door()).not.toContain('series');
  });

  const upward = plant('src/series/planted/a.ts', `import '#feature/meters/reading/server/public.ts';\n`);
  it('the series know no feature', () => {
    expect(upward()).toContain('The series stand below the features');
  });

  it('files that ask them themselves are named, each once, and exist', () => {
    const { open } = JSON.parse(readFileSync(join(ROOT, 'scripts/lint/seriesDoor.json'), 'utf8')) as { open: string[] };
    expect(open.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(open).toEqual([...new Set(open)].toSorted((a, b) => (a < b ? -1 : 1)));
    expect(open.length).toBeLessThanOrEqual(6);
  }); // prettier-ignore
});

describe('long functions', () => {
  const LIST = 'scripts/lint/longFunctions.json';
  const lines = (n: number, line: string): string => `${line}\n`.repeat(n);
  const component = (body: string): string =>
    `export const Long = (say: (n: number) => void) => {\n${body}};\n`;

  const lengths = [
    ['of 61 lines is refused', lines(59, '  say(1);'), true],
    ['of 60 lines is taken', lines(58, '  say(1);'), false],
    [
      'is measured without blank lines and comments',
      lines(58, '  say(1);\n\n  // Why.\n  /* More */'),
      false,
    ],
  ] as const;
  const bodies = lengths.map(([what, body, refused]) => {
    return [what, refused, plant('src/feature/house/planted/web/a.tsx', component(body))] as const;
  });
  it.each(bodies)('one %s', (_, refused, told) => {
    expect(told().includes('Long has 61 lines, 60 are the most')).toBe(refused);
  });

  it('that are named stand where the list says, each once, in order', () => {
    const named = JSON.parse(readFileSync(join(ROOT, LIST), 'utf8')) as Record<string, string[]>;
    const files = Object.keys(named);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(files).toEqual(files.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(Object.values(named).filter((names) => names.length === 0)).toEqual([]);
  });
});

describe('libraries behind one module', () => {
  it.each([['hucre', 'src/server/sheet/workbook.ts']])('%s is imported by %s alone', (library, door) => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `src/${name}`);
    const imports = new RegExp(`from '${library}(/[^']*)?'|import\\('${library}`);
    expect(files.filter((file) => imports.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([door]);
  });
});

describe('the engines', () => {
  it.each(['src/server/resource', 'src/web/resource'])('%s knows no resource by name', (folder) => {
    // These two are lists: of what stands beside the definitions.
    const lists = new Set(['slots.ts', 'slots.tsx']);
    for (const name of readdirSync(join(ROOT, folder))) {
      if (!/\.tsx?$/.test(name) || /\.test\./.test(name) || lists.has(name)) continue;
      // A status of the kit may be called as a resource is.
      const text = readFileSync(join(ROOT, folder, name), 'utf8').replaceAll(/status="\w+"/g, '');
      for (const resource of resources) {
        const named = new RegExp(`['"\`/]${resource.name}['"\`/]`).test(text);
        expect(named, `${folder}/${name} names ${resource.name}`).toBe(false);
      }
    }
  });
});
