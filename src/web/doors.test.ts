import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const SOURCE = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const HEAVY = /^(antd|echarts|zrender|@rc-component)(\/|$)/;

/** What a file imports when it is read: files of the product by path, packages by name. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(SOURCE)].flatMap(([, name = '']) => {
    if (name.startsWith('#')) return join(ROOT, 'src', name.slice(1));
    return name.startsWith('.') ? join(dirname(file), name) : name;
  });
}

/** The way from a file to a heavy package; null where there is none. */
function heavyWay(file: string, seen = new Set<string>()): readonly string[] | null {
  if (HEAVY.test(file)) return [file];
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return null;
  seen.add(file);
  for (const next of importsOf(file)) {
    const way = heavyWay(next, seen);
    if (way) return [relative(ROOT, file), ...way];
  }
  return null;
}

const doors = globSync('src/feature/*/*/web/public.ts', { cwd: ROOT });

test('the walk finds what is heavy', () => {
  expect(doors.length).toBeGreaterThan(10);
  expect(heavyWay(join(ROOT, 'src/web/analysisFrame/AnalysisPage.tsx'))?.at(-1)).toBe('antd');
});

test.each(doors)('%s brings neither antd nor charts: what needs them is fetched when it is shown', (door) => {
  expect(heavyWay(join(ROOT, door))).toBeNull();
});
