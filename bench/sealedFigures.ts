import { existsSync, readFileSync } from 'node:fs';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { checkFigures, sealQuietFigures } from '#series/public.ts';
import type { Database } from '#server/database/db.ts';
import { buildMeters } from '#test/build/meter.ts';
import { time } from './figure.ts';
import { fixed, limit, table, whole } from './section.ts';

const METERS = 4;
const BEGIN = Date.UTC(2023, 0, 1);
const LIMIT_BYTES = 20;
const CALLS = 40;

/** How meters tell their registers. */
interface Telling {
  readonly what: string;
  readonly step: number;
  readonly days: number;
}
const TELLINGS: readonly Telling[] = [
  { what: 'register and power every quarter of an hour, a year', step: QUARTER_MS, days: 365 },
  { what: 'register and power every minute, a month', step: MINUTE_MS, days: 31 },
];

/** Energy of each quarter of an hour of a steel plant, kWh: every meter begins elsewhere in it. */
function loadShape(file: string): number[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => Number(line.split(',')[1]));
}

async function store(
  { db }: Database,
  meterIds: readonly number[],
  shape: readonly number[],
  { step, days }: Telling,
): Promise<void> {
  const [pp, pz] = [codeIndex('PP'), codeIndex('PZ')];
  for (const [m, id] of meterIds.entries()) {
    let register = 0;
    let batch = new BatchBuilder();
    for (let ts = BEGIN, k = 0; ts < BEGIN + days * DAY_MS; ts += step, k++) {
      const quarter = shape[(Math.floor((ts - BEGIN) / QUARTER_MS) + m * 5000) % shape.length] ?? 0;
      register += (quarter * step) / QUARTER_MS;
      batch.row(id, ts);
      batch.set(pp, Math.round(register * 100) / 100);
      batch.set(pz, Math.round(quarter * 400 + ((k * 7919) % 61)) / 100);
      if (k % 4000 === 3999) {
        await storeReadings(db, batch.batch());
        batch = new BatchBuilder();
      }
    }
    await storeReadings(db, batch.batch());
  }
  await foldDirty(db);
}

/** Bytes of quarters and hours on the disk, keys and what is stored out of line included. */
async function bytesOf({ pool }: Database): Promise<number> {
  await pool.query('vacuum full usage');
  await pool.query('vacuum full usage_block');
  const { rows } = await pool.query<{ bytes: string }>(
    `select pg_total_relation_size('usage') + pg_total_relation_size('usage_block') as bytes`,
  );
  return Number(rows[0]?.bytes);
}

const SUM = `select count(*), sum(pp), max(md), bit_or(flags) from usage_in($1, $2, $3, $4)`;

/** The median of asking for all of a level of a meter, ms. */
async function asked({ pool }: Database, meterId: number, level: number): Promise<number> {
  const values = [meterId, level, new Date(BEGIN), new Date(BEGIN + 365 * DAY_MS)];
  return (await time(CALLS, () => pool.query({ name: 'bench_usage_in', text: SUM, values }))).p50;
}

/** The part of the page, for a scratch database; undefined without the file of a real load. */
export async function sealedFigures(database: Database, file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const shape = loadShape(file);
  const rows: (string | number)[][] = [];
  for (const telling of TELLINGS) {
    await database.pool.query('truncate usage, usage_block, usage_open');
    const { meterIds } = await buildMeters(database.db, { meters: METERS, name: `figures ${telling.step}` });
    await store(database, meterIds, shape, telling);
    const [first = 0] = meterIds;
    const quarters = (METERS * telling.days * DAY_MS) / QUARTER_MS;
    const before = await bytesOf(database);
    const byRows = [await asked(database, first, 1), await asked(database, first, 2)];
    const begun = performance.now();
    const { sealed, left } = await sealQuietFigures(database.pool, { quietDays: 2, rest: 0 });
    const took = performance.now() - begun;
    const { faults } = await checkFigures(database.pool);
    if (left > 0 || faults.length > 0) throw new Error(faults[0] ?? `${left} months stay rows`);
    const after = await bytesOf(database);
    const byBlocks = [await asked(database, first, 1), await asked(database, first, 2)];
    rows.push([
      telling.what,
      whole(quarters),
      fixed(before / quarters, 0),
      `**${fixed(after / quarters, 1)}**`,
      limit(after / quarters, '≤', LIMIT_BYTES),
      fixed(took / sealed, 0),
      `${fixed(byRows[0], 1)} / ${fixed(byBlocks[0], 1)}`,
      `${fixed(byRows[1], 1)} / ${fixed(byBlocks[1], 1)}`,
    ]);
  }
  return `Quarters and hours of ${METERS} meters with the load of a steel plant, as rows and in blocks (decision 259): bytes on the disk by quarter of an hour, the hours and all that stands above them included; sealing a month of a meter; and adding up all quarters, or all hours, of one meter, from rows and from blocks.

${table(
  [
    'what is told',
    'quarters',
    'rows, B a quarter',
    'blocks, B a quarter',
    'limit',
    'sealing, ms',
    'quarters: rows / blocks, ms',
    'hours: rows / blocks, ms',
  ],
  rows,
)}`;
}
