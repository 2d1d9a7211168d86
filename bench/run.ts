import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type BrowserFigure, firstChart } from './browser.ts';
import { plainCopy } from './copy.ts';
import type { Figure } from './figure.ts';
import { foldAgain } from './fold.ts';
import { overviewCalls } from './overview.ts';
import { driveOwn } from './ownDriver.ts';
import { ownWorkload } from './ownWorkload.ts';
import { PASSWORD, ROOT, type RunningProduct, startProduct } from './product.ts';
import { repairs } from './repair.ts';
import { type Measured, reportOf } from './report.ts';
import { weigh } from './weigh.ts';
import type { Workload } from './workload.ts';

/*
 * npm run bench: measures the product on this machine and writes docs/benchmarks.md. BENCH_DIR names the folder of
 * the workload shared with other systems (default ../shared/bench); without it a small own workload is run.
 */
const benchDir = resolve(process.env['BENCH_DIR'] ?? join(ROOT, '../shared/bench'));
const shared = existsSync(join(benchDir, 'run.cjs'));
const say = (line: string): void => console.log(line);

type Stored = Omit<
  Measured,
  'load' | 'repair' | 'startSeconds' | 'demonstrationSeconds' | 'overview' | 'browser' | 'noBrowser'
>;

/** Load in, answers out, weights, references. */
async function measureReadings(): Promise<Stored> {
  const product = await startProduct();
  try {
    Object.assign(process.env, {
      BENCH_URL: product.baseUrl,
      BENCH_PASSWORD: PASSWORD,
      BENCH_DATA_DIR: product.dataDir,
      BENCH_PID: String(product.pid),
    });
    const figures = shared ? await driveShared() : await drive();
    say('Weighing, COPY beside it, folding again …');
    const weights = await weigh(product.dataDir);
    const workload = shared
      ? (createRequire(import.meta.url)(join(benchDir, 'workload.cjs')) as Workload)
      : ownWorkload;
    const copies = {
      week: await plainCopy(product.dataDir, workload, 'week'),
      year: await plainCopy(product.dataDir, workload, 'year'),
    };
    const fold = await foldAgain(product.dataDir);
    return { workload: shared ? 'shared' : 'own', figures, weights, copies, fold };
  } finally {
    await product.stop();
  }
}

/** The shared driver in a process of its own, with this folder's adapter. */
async function driveShared(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-figures-'));
  const file = join(folder, 'figures.jsonl');
  try {
    const acts = ['setup', 'week', 'year', 'check', 'query', 'disk'];
    const child = spawn(
      process.execPath,
      [join(benchDir, 'run.cjs'), join(ROOT, 'bench/adapter.ts'), ...acts],
      {
        cwd: folder,
        env: { QSEC: '3', REPEAT: '1', ...process.env, FIGURES: file },
        stdio: 'inherit',
      },
    );
    const code = await new Promise((done) => child.once('exit', done));
    if (code !== 0) throw new Error('The shared driver failed.');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Figure);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drive(): Promise<Figure[]> {
  const figures: Figure[] = [];
  await driveOwn(await import('./adapter.ts'), (figure) => {
    say(JSON.stringify(figure));
    figures.push(figure);
  });
  return figures;
}

type Screens = Pick<Measured, 'startSeconds' | 'demonstrationSeconds' | 'overview' | 'browser' | 'noBrowser'>;

/** The demonstration as a newcomer meets it. */
async function measureScreens(): Promise<Screens> {
  await build();
  say('Starting the demonstration …');
  const product = await startProduct({ DEMO: 'on', ADMIN_PASSWORD: '' });
  try {
    const demonstrationMs = await product.said('Demonstration: ready', 600_000);
    const overview = await overviewCalls(product.baseUrl);
    for (const { call, p50, p95 } of overview)
      say(`${call}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    return {
      startSeconds: product.startedAfter / 1000,
      demonstrationSeconds: demonstrationMs / 1000,
      overview,
      ...(await look(product)),
    };
  } finally {
    await product.stop();
  }
}

/** Brings the web pages up to the sources, as npm start does. */
async function build(): Promise<void> {
  const script = `import { buildWeb } from './scripts/build.mjs'; await buildWeb();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  await new Promise((done) => child.once('exit', done));
}

async function look(product: RunningProduct): Promise<{ browser: BrowserFigure } | { noBrowser: string }> {
  if (!existsSync(join(ROOT, 'dist/index.html')))
    return { noBrowser: 'the front end is not built (npm run build)' };
  try {
    return { browser: await firstChart(product.baseUrl) };
  } catch (error) {
    return { noBrowser: String(error).split('\n')[0] ?? 'the browser failed' };
  }
}

const load = loadavg()[0] ?? NaN;
say(
  shared ? `Workload: ${benchDir}` : 'Workload: the small one of this folder (BENCH_DIR names no shared one)',
);
const stored = await measureReadings();
say('Repairing the past …');
const repair = await repairs();
const screens = await measureScreens();
const page = join(ROOT, 'docs/benchmarks.md');
await writeFile(
  page,
  await format(reportOf({ ...stored, repair, ...screens, load }), {
    ...(await resolveConfig(page)),
    parser: 'markdown',
  }),
);
say(`Written: ${page}`);
