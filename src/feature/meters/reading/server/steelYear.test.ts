import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { microToText } from '#domain/decimal/decimal.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { provenanceOf } from './answer/provenanceOf.ts';
import { usageOf } from './answer/usageOf.ts';
import { usageSum } from './answer/usageSum.ts';
import { foldDirty } from './foldDirty.ts';
import { INGEST_PATH, issueToken, mountIngest, openIngest } from '#feature/meters/ingest/server/public.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { storeIntervals } from './storeIntervals.ts';

const folder =
  process.env['SAMPLE_DIR'] ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
const file = `${folder}/steel_industry_15min_2018.csv`;
const there = existsSync(file);
if (!there) console.warn(`Skipped: the real steel year is not at ${file}.`);

const HOME = 8 * 3_600_000;
const year = Date.UTC(2018, 0, 1) - HOME;

/** Rows in their order: start of the quarter of an hour and kWh as written. */
function rows(): { start: number; value: string }[] {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split(',');
      const [day = 0, month = 0, y = 0] = (cells[0] ?? '').split(' ')[0]?.split('/').map(Number) ?? [];
      const nsm = Number(cells[7]);
      const seconds = nsm === 0 ? 85_500 : nsm - 900;
      return { start: Date.UTC(y, month - 1, day) - HOME + seconds * 1000, value: cells[1] ?? '' };
    });
}

describe.skipIf(!there)('a real year of a steel plant', () => {
  let database: TestDatabase;
  let app: FastifyInstance;
  let meter = 0;
  let consumerId = 0;
  let token = '';
  let figures: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    app = Fastify();
    mountIngest(app, openIngest({ system: database.db, log: app.log }));
    const built = await buildMeters(database.db, { name: 'steel' });
    consumerId = built.consumerId;
    meter = built.meterIds[0] ?? 0;
    const gateway = await sql<{ id: number }>`
      insert into gateway (gateway_name, consumer_id, state) values ('g', ${consumerId}, '1') returning id`.execute(
      database.db,
    );
    token = await issueToken(database.db, gateway.rows[0]?.id ?? 0);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const energy = async (level: 1 | 2 | 3 | 4 | 5, from: number): Promise<string | undefined> => {
    const [bucket] = await withScope(database.app, [consumerId], (trx) =>
      usageOf(trx, [meter], level, from, from + 1),
    );
    const value = bucket?.energies[0];
    return value == null ? undefined : microToText(value);
  };

  it('as intervals: every sum exact, nothing before the import is finished', async () => {
    const source = await createSource(database.db, {
      consumerId,
      kind: 'import',
      name: 'steel.csv',
      createdBy: null,
      pending: true,
    });
    const values = rows().map(({ start, value }) => ({
      meterId: meter,
      start,
      end: start + Q,
      code: 'PP',
      value,
    }));
    const stored = await storeIntervals(database.db, values, { source, pending: true });
    expect(stored).toEqual({ accepted: 35_040, duplicate: 0, conflict: 0 });
    await foldDirty(database.db);
    expect(await usageText(database.db, meter)).toEqual([]);
    await activateSource(database.db, source);
    const started = performance.now();
    await foldDirty(database.db);
    console.info(`The year was folded in ${Math.round(performance.now() - started)} ms.`);
    expect(await energy(5, year)).toBe('959640.31');
    expect(await energy(4, Date.UTC(2018, 6, 1) - HOME)).toBe('81674.41');
    const sums = await withScope(database.app, [consumerId], (trx) =>
      usageSum(trx, [{ meterId: meter, sign: 1 }], 5, year, year + 1, { demand: true }),
    );
    expect(sums[0]).toMatchObject({
      energy: 959_640_310_000n,
      md: 628_720_000n,
      missing: [],
      coveredSeconds: 31_536_000,
    });
    expect(await energy(1, (sums[0]?.mdAt ?? 0) - Q)).toBe('157.18');
    figures = await usageText(database.db, meter);
  });

  it('opens down to the value of the file', async () => {
    const open = (level: 2 | 4 | 5, ts: number) =>
      withScope(database.app, [consumerId], (trx) => provenanceOf(trx, meter, level, ts));
    const whole = await open(5, year);
    expect(whole).toMatchObject({ energy: 959_640.31, partCount: 12, gaps: [] });
    expect(whole.sources).toEqual([expect.objectContaining({ name: 'steel.csv', kind: 'import' })]);
    const hour = await open(2, year);
    expect(hour.parts.map((part) => 'share' in part && part.share)).toEqual([3.17, 4, 3.24, 3.31]);
    expect(hour.energy).toBe(13.72);
    await expect(
      withScope(database.app, [consumerId + 1], (trx) => provenanceOf(trx, meter, 5, year)),
    ).rejects.toMatchObject({ code: 404 });
  });

  it('again as registers through the HTTP door, shuffled, a fifth repeated: not one figure changes', async () => {
    const registers: { ts: number; value: number }[] = [{ ts: year, value: 1000 }];
    let hundredths = 100_000;
    for (const { start, value } of rows().sort((a, b) => a.start - b.start)) {
      hundredths += Math.round(Number(value) * 100);
      registers.push({ ts: start + Q, value: hundredths / 100 });
    }
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const sent = [...registers, ...registers.filter(() => random() < 0.2)]
      .map((register) => ({ register, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ register }) => register);
    let accepted = 0;
    for (let i = 0; i < sent.length;) {
      const size = 500 + Math.floor(random() * 6000);
      const list = sent.slice(i, i + size).map(({ ts, value }) => ({ ts, values: { PP: value } }));
      const reply = await app.inject({
        method: 'POST',
        url: INGEST_PATH,
        headers: { authorization: `Bearer ${token}` },
        payload: { M1: list },
      });
      accepted += reply.json().data.accepted;
      i += size;
    }
    expect(accepted).toBe(35_041);
    await foldDirty(database.db);
    expect(await usageText(database.db, meter)).toEqual(figures);
  });

  it('without the import the registers say the same', async () => {
    const source = await sql<{ id: number }>`select id from data_source where name = 'steel.csv'`.execute(
      database.db,
    );
    await undoSource(database.db, source.rows[0]?.id ?? 0, null);
    await foldDirty(database.db);
    expect(await usageText(database.db, meter)).toEqual(figures);
  });
});
