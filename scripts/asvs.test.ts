import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './writeFiles.ts';

const FOLDER = join(ROOT, 'docs/asvs');
const STATES = ['met', 'partly', 'not met', 'not applicable'];
/** Points of levels 1 and 2 by chapter, ASVS 5.0.0. */
const POINTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

interface Point {
  readonly chapter: number;
  readonly name: string;
  readonly state: string;
  readonly line: string;
  /** Its last column. */
  readonly tested: string;
}

const points: Point[] = readdirSync(FOLDER)
  .filter((name) => name !== 'inventory.md')
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
  .flatMap((line) => {
    const [, name = '', , state = '', , tested = ''] = line.split('|').map((cell) => cell.trim());
    const chapter = /^(\d+)\.\d+\.\d+/.exec(name)?.[1];
    return chapter === undefined ? [] : [{ chapter: Number(chapter), name, state, line, tested }];
  });

it('tells every point once, in a state that is one', () => {
  expect(new Set(points.map(({ name }) => name)).size).toBe(points.length);
  for (const { name, state } of points) expect(STATES, name).toContain(state);
  for (const [i, most] of POINTS.entries()) {
    const mine = points.filter(({ chapter }) => chapter === i + 1);
    // A row may stand for an interval of points that are not there at all.
    const intervals = mine.filter(({ name }) => name.includes(' to '));
    expect(intervals.every(({ state }) => state === 'not applicable')).toBe(true);
    if (intervals.length === 0) expect(mine, `chapter ${i + 1}`).toHaveLength(most);
    else expect(mine.length).toBeLessThan(most);
  }
});

it('names tests that are there', () => {
  const named = points.flatMap(({ line }) =>
    [...line.matchAll(/`([\w/.-]+\/[\w.-]+\.(?:ts|tsx|md))`/g)].map((one) => one[1] ?? ''),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('names for each point that is met a test, or says why none can show it', () => {
  const bare = points.filter(
    ({ state, tested }) =>
      state === 'met' &&
      !/`[\w/.-]+\.(?:test\.tsx?|spec\.ts)`/.test(tested) &&
      !/^no test: .{10,}/.test(tested),
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
/** The sums of a row of the page of all, in the order of the states. */
const sumsOf = (row: RegExp): number[] => row.exec(page)?.[1]?.split('|').map(Number) ?? [];

it('counts as the page of all says, by chapter and in all', () => {
  const counted = (of: readonly Point[]) =>
    STATES.slice(0, -1).map((state) => of.filter((one) => one.state === state).length);
  const sums = sumsOf(/\*\*All 253\*\*\s*\|([^\n]*)\|/);
  expect(sums.reduce((a, b) => a + b, 0)).toBe(POINTS.reduce((a, b) => a + b, 0));
  expect(sums.slice(0, -1)).toEqual(counted(points));
  for (const [i, most] of POINTS.entries()) {
    const own = sumsOf(new RegExp(`\\n\\| \\[${i + 1} [^|]*\\|([^\\n]*)\\|`));
    expect(own.slice(0, -1), `chapter ${i + 1}`).toEqual(
      counted(points.filter((one) => one.chapter === i + 1)),
    );
    expect(
      own.reduce((a, b) => a + b, 0),
      `chapter ${i + 1}`,
    ).toBe(most);
  }
});

it('tells on the page of all what is not met, and what only partly', () => {
  const told = new Map(
    page
      .split('## ')
      .map((part) => [part.slice(0, part.indexOf('\n')), [...part.matchAll(/\n- \**(\d+\.\d+\.\d+) /g)]]),
  );
  const namesUnder = (heading: string) =>
    told
      .get(heading)
      ?.map(([, name]) => name)
      .sort();
  const namesOf = (state: string) =>
    points
      .filter((one) => one.state === state)
      .map(({ name }) => name)
      .sort();
  expect(namesUnder('What is not met')).toEqual(namesOf('not met'));
  expect(namesUnder('What is met in part')).toEqual(namesOf('partly'));
});

it('has every server that a setting names among the connections', () => {
  const folder = join(ROOT, 'src/server');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('onfig.ts'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/\b[A-Z]+(?:_[A-Z]+)*_(?:URL|ISSUER)\b/g),
    ])
    .map(([name]) => name);
  const inventory = readFileSync(join(FOLDER, 'inventory.md'), 'utf8');
  expect(names).toContain('SMTP_URL');
  expect([...new Set(names)].filter((name) => !inventory.includes(`\`${name}\``))).toEqual([]);
});
