import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toldOf } from '#test/specMap.ts';

// The list of the specification's rules stays true: what it names is there.

/** What the specification lists: entities with their fields, enumerations and code lists with their values. */
const LISTED = { entities: 167, fields: 529, enumerations: 45, codeLists: 5, values: 246 };

interface Rule {
  readonly test?: string | readonly string[];
  readonly decision?: string;
  readonly why?: string;
  readonly silent?: string;
  readonly rest?: string;
}

const ROOT = new URL('../../', import.meta.url);
const textAt = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const map = JSON.parse(textAt('docs/spec-map.json')) as Readonly<
  Record<
    'rules' | 'entities' | 'enumerations' | 'codeLists',
    Readonly<Record<string, Rule | readonly Rule[]>>
  >
>;
const rules = Object.entries(map.rules) as [string, Rule][];
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** The decisions of a page and where they are found: the page whose title has the number, else its sections. */
function decisionsOf(page: string): { readonly number: number; readonly place: string }[] {
  const text = textAt(`docs/decisions/${page}`);
  const own = /^# (\d+)/m.exec(text)?.[1];
  if (own) return [{ number: Number(own), place: page }];
  return [...text.matchAll(/^## ((\d+)\. .*)$/gm)].map(([, heading = '', number]) => ({
    number: Number(number),
    place: `${page}#${anchorOf(heading)}`,
  }));
}
const decisions = readdirSync(new URL('docs/decisions/', ROOT))
  .filter((name) => /^\d{4}-/.test(name))
  .flatMap(decisionsOf);
const numbers = decisions.map(({ number }) => number);
const places = decisions.map(({ place }) => place);
const pages = new Set(places.map((place) => place.split('#')[0]));
const ON_PURPOSE = '0125-different-on-purpose.md';

/** Each thing that the map tells, with the tests that it names. */
const named = Object.entries(map)
  .filter(([section]) => ['rules', 'entities', 'enumerations', 'codeLists'].includes(section))
  .flatMap(([, told]) => Object.entries(told))
  .flatMap(([id, parts]) =>
    [parts].flat().flatMap(({ test }) => [test ?? []].flat().map((one) => [id, one] as const)),
  );

/** Why a test that is named cannot be found; null = it can. A title stands between quotes, whole. */
function lacking(test: string): string | null {
  const at = test.indexOf(': ');
  const [path, title] = [test.slice(0, at), test.slice(at + 2)];
  if (at < 0 || !/\.(test|spec)\.tsx?$/.test(path) || !existsSync(new URL(path, ROOT))) return 'no such file';
  const text = textAt(path);
  const quoted = ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));
  return quoted ? null : 'no such title';
}

describe('the list of rules', () => {
  it('tells of each of the 399 rules, and of each how it is kept', () => {
    const ids = Array.from({ length: 399 }, (_, i) => `R${String(i + 1).padStart(3, '0')}`);
    expect(rules.map(([id]) => id).toSorted()).toEqual(ids);
    expect(rules.filter(([, { test, decision, silent }]) => !test && !decision && !silent)).toEqual([]);
    expect(rules.filter(([, { decision, why }]) => decision !== undefined && !why)).toEqual([]);
  });

  it('loses no entity, field or value of those that are listed; specMap.test.ts asks the product for each', () => {
    const parts = (section: Parameters<typeof toldOf>[0]) => toldOf(section).flatMap(([, told]) => told);
    const values = [...parts('enumerations'), ...parts('codeLists')];
    const count = (lists: readonly (object | undefined)[]): number =>
      lists.reduce<number>((sum, one) => sum + Object.keys(one ?? {}).length, 0);
    expect({
      entities: Object.keys(map.entities).length,
      fields: count(parts('entities').flatMap((one) => [one.fields, one.as, one.sends])),
      enumerations: Object.keys(map.enumerations).length,
      codeLists: Object.keys(map.codeLists).length,
      values: count(values.flatMap((one) => [one.values, one.calls])),
    }).toEqual(LISTED);
  });

  it('names tests that there are', () => {
    expect(named.length).toBeGreaterThan(500);
    expect(named.map(([id, test]) => [id, lacking(test), test]).filter(([, why]) => why !== null)).toEqual(
      [],
    );
  });

  it('finds out a file and a title that are gone', () => {
    expect(lacking('src/server/gone.test.ts: names tests that there are')).toBe('no such file');
    expect(lacking(`src/server/specRules.test.ts: names tests that there ${'were'}`)).toBe('no such title');
  });

  it('leads to decisions that there are', () => {
    const isLost = (number: string) => !numbers.includes(Number(number));
    const lost = rules.flatMap(([id, { decision, rest = '', silent = '' }]) => [
      ...(decision === undefined || pages.has(decision) ? [] : [`${id}: ${decision}`]),
      ...[...rest.matchAll(/\b0\d{3}\b/g)].filter(([n]) => isLost(n)).map(([n]) => `${id}: ${n}`),
      ...[...silent.matchAll(/decision (\d+)/g)]
        .filter(([, n = '']) => isLost(n))
        .map(([words]) => `${id}: ${words}`),
    ]);
    expect(lost).toEqual([]);
  });

  it('finds each decision once, and in the index', () => {
    const index = textAt('docs/decisions/README.md');
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
    expect(places.filter((place) => !index.includes(`](${place})`))).toEqual([]);
  });

  it('finds each rule that is different on purpose on the page that says why', () => {
    const page = textAt(`docs/decisions/${ON_PURPOSE}`);
    const told = rules.filter(
      ([, { decision, rest = '' }]) => decision === ON_PURPOSE || rest.includes('0125'),
    );
    expect(told.length).toBeGreaterThan(30);
    expect(told.map(([id]) => id).filter((id) => !new RegExp(`\\b${id}\\b`).test(page))).toEqual([]);
  });
});
