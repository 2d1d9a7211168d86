import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plainCopy } from './copy.ts';
import type { Figure } from './figure.ts';
import { foldAgain, foldMeterYear } from './fold.ts';
import { influxIngest } from './influx.ts';
import { watchMemory } from './memory.ts';
import { driveOwn } from './ownDriver.ts';
import { ownWorkload } from './ownWorkload.ts';
import { PASSWORD, ROOT, startProduct } from './product.ts';
import { type Measured, readingParts } from './readingReport.ts';
import { type Part, type Section, machineNow } from './section.ts';
import { untilPacked, weigh } from './weigh.ts';
import type { Workload } from './workload.ts';

/*
 * The workload shared with other systems: BENCH_DIR names its folder (default ../shared/bench); without it a small own
 * workload is run.
 */
const benchDir = resolve(process.env['BENCH_DIR'] ?? join(ROOT, '../shared/bench'));
const shared = existsSync(join(benchDir, 'run.cjs'));

/** The workload that is measured with. */
export const chosenWorkload = (): Workload =>
  shared ? (createRequire(import.meta.url)(join(benchDir, 'workload.cjs')) as Workload) : ownWorkload;

/** Load in, answers out, weights, references; then the same load into another system. */
async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const own = await measureOwn(say);
  say('The same deliveries to InfluxDB, where it is installed …');
  return readingParts({ ...own, influx: await influxIngest(chosenWorkload()) });
}

async function measureOwn(say: (line: string) => void): Promise<Omit<Measured, 'influx'>> {
  say(shared ? `Workload: ${benchDir}` : 'Workload: the small one of this folder (BENCH_DIR names no other)');
  const machine = machineNow();
  const product = await startProduct();
  const memory = watchMemory(product.pid);
  try {
    Object.assign(process.env, {
      BENCH_URL: product.baseUrl,
      BENCH_PASSWORD: PASSWORD,
      BENCH_DATA_DIR: product.dataDir,
      BENCH_PID: String(product.pid),
    });
    const figures = shared ? await driveShared() : await drive(say);
    const peak = memory.peak();
    say('Weighing, COPY beside it, folding again …');
    const fresh = await weigh(product.dataDir);
    const workload = chosenWorkload();
    const copies = {
      week: await plainCopy(product.dataDir, workload, 'week'),
      year: await plainCopy(product.dataDir, workload, 'year'),
    };
    const fold = await foldAgain(product.dataDir);
    const meterYear = await foldMeterYear(product.dataDir);
    say('Waiting for the keys to be packed …');
    await untilPacked(product.dataDir);
    const packed = await weigh(product.dataDir);
    return {
      workload: shared ? 'shared' : 'own',
      machine,
      figures,
      peak,
      fresh,
      packed,
      copies,
      fold,
      meterYear,
    };
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
        env: { QN: '200', QSEC: '3', REPEAT: '1', ...process.env, FIGURES: file },
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

async function drive(say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  await driveOwn(await import('./adapter.ts'), (figure) => {
    say(JSON.stringify(figure));
    figures.push(figure);
  });
  return figures;
}

export const readings: Section = { name: 'readings', measure };
