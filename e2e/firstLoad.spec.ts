import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { fillIn } from './person.ts';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** Bytes, gzipped, and requests before the first figures stand (issue 18). */
const MOST_BYTES = 350_000;
const MOST_REQUESTS = 25;
/** The page, the session, the menu, the enterprises, the key figures: what is asked beside files. */
const CALLS = 5;
/** What stands when the key figures come: the page, the first screen, and the bell of the header. */
const FIRST = ['index.html', 'src/feature/home/overview/web/OverviewPage.tsx', 'src/web/shell/Bell.tsx'];

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files that parts of the product need before they can begin. */
function filesOf(manifest: Readonly<Record<string, Chunk>>, parts: readonly string[]): Set<string> {
  const [files, known] = [new Set<string>(), new Set<string>()];
  const follow = (part: string): void => {
    if (known.has(part)) return;
    known.add(part);
    const chunk = manifest[part];
    if (!chunk) throw new Error(`the build has no ${part}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(follow);
  };
  parts.forEach(follow);
  return files;
}

/** What is to stand within a second: what each loads beyond the shell, and what it needs none of. */
const QUICK = {
  'a one-line diagram': 'src/feature/watch/diagram/web/OneLinePage.tsx',
  'the alarm monitor': 'src/feature/watch/alarm/web/monitor/MonitorPage.tsx',
} as const;
const MOST_OF_QUICK = { files: 20, bytes: 120_000 } as const;
const HEAVY = /\/(antd|resource|schemas|chart)-/;

const manifestOf = (): Readonly<Record<string, Chunk>> => {
  const kept = join(ROOT, 'node_modules/.cache/meterhouse/manifest.json');
  return JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Chunk>;
};

for (const [name, part] of Object.entries(QUICK))
  test(`${name} needs neither antd nor charts, nor the forms of resources, nor what checks input`, () => {
    const manifest = manifestOf();
    const shell = filesOf(manifest, ['index.html']);
    const own = [...filesOf(manifest, [part])].filter((file) => !shell.has(file));
    expect(own.filter((file) => HEAVY.test(file))).toEqual([]);
    const bytes = own.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(MOST_OF_QUICK.files);
    expect(bytes).toBeLessThanOrEqual(MOST_OF_QUICK.bytes);
  });

/** The demonstration fills itself meanwhile. */
const FIRST_FIGURES_MS = 90_000;

// It weighs the build of this folder, whichever product the other journeys ask.
test('what comes before the first figures is small, whatever was added elsewhere', () => {
  const manifest = manifestOf();
  const files = [...filesOf(manifest, FIRST)];
  const weights = [...files, 'locales/zh.first.json'].map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(DIST, file))).length,
  }));
  const bytes = weights.reduce((sum, one) => sum + one.bytes, 0);
  const told = weights.map(({ file, bytes: own }) => `${own} ${file}`).join('\n');
  expect(bytes, told).toBeLessThanOrEqual(MOST_BYTES);
  expect(weights.length + CALLS, told).toBeLessThanOrEqual(MOST_REQUESTS);
});

test('the log-in and the first screen say all they show before the phrases of the others are there', async ({
  page,
}) => {
  test.setTimeout(2 * FIRST_FIGURES_MS);
  let go = (): void => {};
  const letGo = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/locales\/(zh|en)\.json/, async (route) => {
    await letGo;
    await route.continue();
  });
  const body = page.locator('body');
  /** A phrase that is not there shows its name. */
  const nameless = async (): Promise<void> =>
    expect(await body.innerText()).not.toMatch(/(^|\s)[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+(\s|$)/m);
  await page.goto('/#/login');
  await expect(page.locator('input[name="username"]')).toBeVisible();
  await nameless();
  await fillIn(page, 'steel');
  // As the very first journey it comes before there are figures to draw.
  await expect(page.locator('canvas').first()).toBeVisible({ timeout: FIRST_FIGURES_MS });
  await nameless();
  // What comes after the first picture waits for its phrases, and says them then.
  const demand = page.getByRole('main').getByText(/需量|demand/i);
  const before = await demand.count();
  go();
  await expect.poll(() => demand.count()).toBeGreaterThan(before);
  await nameless();
});
