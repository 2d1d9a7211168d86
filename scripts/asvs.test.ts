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
}

const points: Point[] = readdirSync(FOLDER)
  .filter((name) => name !== 'inventory.md')
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
  .flatMap((line) => {
    const [, name = '', , state = ''] = line.split('|').map((cell) => cell.trim());
    const chapter = /^(\d+)\.\d+\.\d+/.exec(name)?.[1];
    return chapter === undefined ? [] : [{ chapter: Number(chapter), name, state, line }];
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

it('counts as the page of all says, and names what is not met', () => {
  const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
  const sums = /\*\*All 253\*\*\s*\|([^\n]*)\|/.exec(page)?.[1]?.split('|').map(Number) ?? [];
  expect(sums.reduce((a, b) => a + b, 0)).toBe(POINTS.reduce((a, b) => a + b, 0));
  for (const [i, state] of STATES.entries())
    if (state !== 'not applicable')
      expect(
        points.filter((one) => one.state === state),
        state,
      ).toHaveLength(sums[i] ?? -1);
  for (const { name, state } of points)
    if (state === 'not met' || state === 'partly') expect(page).toContain(`${name} `);
});
