import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { checkBlocks, sealQuiet } from '#series/public.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate } from '#server/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { ROOT } from './product.ts';
import { sealedFigures } from './sealedFigures.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

/** A file of real readings, and as what its columns are stored. */
interface Sample {
  readonly what: string;
  readonly file: string;
  readonly step: number;
  readonly begin: number;
  readonly columns: readonly (readonly [column: number, code: string])[];
  /** Meters that tell all of it. */
  readonly meters: number;
}

const SAMPLES: readonly Sample[] = [
  {
    what: 'steel plant, a quarter of an hour, 5 codes, a year',
    file: 'steel_industry_15min_2018.csv',
    step: 900_000,
    begin: Date.UTC(2018, 0, 1),
    columns: [[1, 'PZ'], [2, 'QI'], [3, 'QO'], [5, 'FZ'], [6, 'PR']], // prettier-ignore
    meters: 2,
  },
  {
    what: 'household, a minute, 7 codes, two days',
    file: 'uci_household_1min_2days.csv',
    step: 60_000,
    begin: Date.UTC(2007, 1, 1),
    columns: [[3, 'PZ'], [4, 'QZ'], [5, 'UA'], [6, 'IA'], [7, 'PA'], [8, 'PB'], [9, 'PC']], // prettier-ignore
    meters: 20,
  },
];

const folder = process.env['SAMPLE_DIR'] ?? join(ROOT, '../shared/data');

async function load({ db, pool }: Database, sample: Sample, first: number): Promise<void> {
  const rows = readFileSync(join(folder, sample.file), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('"', '').split(','));
  for (let meter = first; meter < first + sample.meters; meter++) {
    for (let begin = 0; begin < rows.length; begin += 5000) {
      const batch = new BatchBuilder();
      rows.slice(begin, begin + 5000).forEach((cells, i) => {
        batch.row(meter, sample.begin + (begin + i) * sample.step);
        for (const [column, code] of sample.columns) {
          const value = Number(cells[column]);
          if (cells[column] !== '' && Number.isFinite(value)) batch.set(codeIndex(code), value);
        }
      });
      await storeReadings(db, batch.batch());
    }
  }
  await pool.query('delete from dirty');
}

/** Bytes of the months of a year and of the blocks, keys included. */
async function bytesOf({ pool }: Database, year: number): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select (coalesce((select sum(pg_total_relation_size(inhrelid)) from pg_inherits
         where inhparent = 'reading'::regclass and inhrelid::regclass::text like $1), 0)
       + pg_total_relation_size('reading_block'))::text as bytes`,
    [`reading_${year}%`],
  );
  return Number(rows[0]?.bytes ?? 0);
}

async function packed({ pool }: Database, year: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'reading'::regclass
       and inhrelid::regclass::text like $1`,
    [`reading_${year}%`],
  );
  for (const { name } of rows) {
    await pool.query(`reindex table ${name}`);
    await pool.query(`vacuum ${name}`);
  }
}

async function measureSample(
  database: Database,
  sample: Sample,
  first: number,
): Promise<(string | number)[]> {
  const { pool } = database;
  const year = new Date(sample.begin).getUTCFullYear();
  await load(database, sample, first);
  await packed(database, year);
  const before = await bytesOf(database, year);
  await pool.query(`update reading_late set at = now() - interval '1 year'`);
  await sealQuiet(pool, { quietDays: 2, rest: 0 });
  await packed(database, year);
  const after = await bytesOf(database, year);
  const { values, blocks, faults } = await checkBlocks(pool);
  if (faults.length > 0) throw new Error(faults[0]);
  await pool.query('truncate reading_block');
  return [
    sample.what,
    whole(values),
    whole(blocks),
    fixed(before / values),
    fixed(after / values),
    limit(after / values, '≤', 3),
    `${fixed(before / after, 1)} ×`,
  ];
}

/** What sealing real readings frees in a database, tables and keys weighed as they lie on the disk. */
async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const dataDir = await mkdtemp(join(tmpdir(), 'meterhouse-sealed-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  try {
    const database = await openDatabase(postgres.connectionString, { log: silent });
    await migrate(database.pool, { log: silent });
    const rows = [];
    for (const [i, sample] of SAMPLES.entries()) {
      if (!existsSync(join(folder, sample.file))) continue;
      say(`${sample.what} …`);
      rows.push(await measureSample(database, sample, 1 + i * 1000));
    }
    say('figures …');
    const figures = await sealedFigures(database, join(folder, SAMPLES[0]?.file ?? ''));
    await database.close();
    const text = `${measuredNow(machine)}

Months of real readings as rows with packed keys, and sealed (decision 222): bytes of the tables, their keys and what is stored out of line, by value, as they lie
on the disk. Each sample is told by several meters. The figures do not depend on the load of the machine.

${table(['what', 'values', 'blocks', 'rows, bytes a value', 'sealed, bytes a value', 'limit', 'less by'], rows)}`;
    return [
      { title: 'Blocks, sealed', text },
      ...(figures ? [{ title: 'Blocks of figures', text: `${measuredNow(machine)}\n\n${figures}` }] : []),
    ];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const sealed: Section = { name: 'sealed', measure };
