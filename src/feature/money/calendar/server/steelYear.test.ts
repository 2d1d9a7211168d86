import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { microToText } from '#domain/decimal/decimal.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { createSource, foldDirty, storeIntervals, usageOf } from '#feature/meters/reading/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { applyChange } from './change.ts';

const folder =
  process.env['SAMPLE_DIR'] ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
const file = `${folder}/steel_industry_15min_2018.csv`;
const there = existsSync(file);
if (!there) console.warn(`Skipped: the real steel year is not at ${file}.`);

const HOME = 8 * 3_600_000;

/** Rows in their order: start of the quarter of an hour and kWh as written. */
function rows(): { start: number; value: string }[] {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split(',');
      const [day = 0, month = 0, year = 0] = (cells[0] ?? '').split(' ')[0]?.split('/').map(Number) ?? [];
      const nsm = Number(cells[7]);
      const seconds = nsm === 0 ? 85_500 : nsm - 900;
      return { start: Date.UTC(year, month - 1, day) - HOME + seconds * 1000, value: cells[1] ?? '' };
    });
}

describe.skipIf(!there)('a real year of a steel plant under the periods of Guangdong', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  it('July 2018: 22038.30 sharp, 23656.24 peak, 32908.04 flat, 3071.83 valley', async () => {
    const { consumerId, meterIds } = await buildMeters(database.db, { name: 'steel' });
    const meter = meterIds[0] ?? 0;
    const source = await createSource(database.db, {
      consumerId,
      kind: 'import',
      name: 'steel.csv',
      createdBy: null,
    });
    await storeIntervals(
      database.db,
      rows().map(({ start, value }) => ({ meterId: meter, start, end: start + Q, code: 'PP', value })),
      { source },
    );
    let started = performance.now();
    await foldDirty(database.db);
    const plain = performance.now() - started;
    const { effect } = await database.db.transaction().execute(async (trx) => {
      const { rows: added } = await sql<{ id: number }>`
        insert into timezone (timezone_name, consumer_id, valid_from, rules)
        values ('Guangdong', ${consumerId}, '2018-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(
        trx,
      );
      const after = {
        id: added[0]?.id ?? 0,
        timezoneName: '',
        siteIdList: null,
        validFrom: '2018-01-01',
        rules: GUANGDONG,
      };
      return applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
    });
    expect(effect).toMatchObject({ meters: 1, days: 365, from: '2018-01-01', to: '2018-12-31' });
    started = performance.now();
    await foldDirty(database.db);
    console.info(
      `The year: ${Math.round(plain)} ms, with periods ${Math.round(performance.now() - started)} ms.`,
    );
    const energies = async (level: 3 | 4 | 5, from: number, to = from + 1) =>
      (await withScope(database.app, [consumerId], (trx) => usageOf(trx, [meter], level, from, to))).map(
        (bucket) => bucket.energies,
      );
    const [july = []] = await energies(4, Date.UTC(2018, 6, 1) - HOME);
    expect([0, 4, 5, 6, 7].map((i) => microToText(july[i] ?? 0n))).toEqual([
      '81674.41',
      '22038.3',
      '23656.24',
      '32908.04',
      '3071.83',
    ]);
    const whole = await energies(3, Date.UTC(2018, 0, 1) - HOME, Date.UTC(2019, 0, 1) - HOME);
    expect(whole).toHaveLength(365);
    for (const [main, , , , ...periods] of whole)
      expect(periods.reduce<bigint>((sum, energy) => sum + (energy ?? 0n), 0n)).toBe(main);
    const [year = []] = await energies(5, Date.UTC(2018, 0, 1) - HOME);
    expect(microToText(year.slice(4).reduce<bigint>((sum, energy) => sum + (energy ?? 0n), 0n))).toBe(
      '959640.31',
    );
  });
});
