import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { ZERO_POINTS } from '#contract/plan.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { addDays } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import type { Cell } from '#server/sheet/cell.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { CurveWire, MonitorWire, PlanDay } from '../contract.ts';
import { monitorOf } from './curveRoutes.ts';
import { draftNextDay, turnDays } from './dayTurn.ts';
import { stationsOfMeters } from './station.ts';

let product: Product;
let own: Enterprise;
let other: Client;
let meterId = 0;
let gridMeterId = 0;
let stationId = 0;
const today = dateAt(HOME_ZONE, Date.now());
const YESTERDAY = addDays(today, -1);
const QUARTER = 900_000;

/** Registers of a meter from the powers of its quarters, kW: forward takes, reverse gives. */
async function run(
  meter: number,
  from: number,
  powers: readonly number[],
  more: Record<string, number> = {},
) {
  const builder = new BatchBuilder();
  let [taken, given] = [1000, 1000];
  [0, ...powers].forEach((kw, i) => {
    if (i > 0) {
      taken = Math.round((taken + Math.max(0, -kw) / 4) * 1000) / 1000;
      given = Math.round((given + Math.max(0, kw) / 4) * 1000) / 1000;
    }
    builder.row(meter, from + i * QUARTER);
    builder.set(codeIndex('PP'), taken);
    builder.set(codeIndex('RP'), given);
    for (const [code, value] of Object.entries(more)) builder.set(codeIndex(code), value);
  });
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
}

/** Readings as they stand: of each instant what was told then. */
async function tell(told: readonly (readonly [meter: number, at: number, Record<string, number>])[]) {
  const builder = new BatchBuilder();
  for (const [meter, at, values] of told) {
    builder.row(meter, at);
    for (const [code, value] of Object.entries(values)) builder.set(codeIndex(code), value);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
}

/** Another station of the enterprise, by its meter. */
async function stationBeside(name: string): Promise<{ stationId: number; meterId: number }> {
  const { consumerId, siteId } = own;
  const row = { ammeterName: unique(name), ammeterCode: unique(), consumerId, siteId };
  const id = await add(await product.operator(), 'ammeter', { ...row, dataType: '1', deviceType: '4' });
  const place = { consumerId, siteId, stationMeterId: id };
  return { stationId: await addStation(product.database.db, place), meterId: id };
}

/** A plan that the station had accepted before its day. */
async function acceptedPlan(station: number, points: readonly number[]): Promise<void> {
  const { db } = product.database;
  const before = new Date(startOfDate(HOME_ZONE, YESTERDAY) - 4 * QUARTER);
  const id = await addPlan(db, { stationId: station, consumerId: own.consumerId, points, ahead: -1 });
  await sql`update plan_curve set plan_state = 'issued' where id = ${id}`.execute(db);
  await sql`update plan_curve set plan_state = 'accepted', accepted_at = ${before} where id = ${id}`.execute(
    db,
  );
}

beforeAll(async () => {
  product = await startProduct();
  own = await buildEnterprise(product);
  other = (await buildEnterprise(product)).client;
  const operator = await product.operator();
  const { consumerId, siteId } = own;
  const meter = (ammeterName: string) =>
    add(operator, 'ammeter', {
      ammeterName,
      ammeterCode: unique(),
      consumerId,
      siteId,
      dataType: '1',
      deviceType: '4',
    });
  [meterId, gridMeterId] = [await meter('Station'), await meter('Grid')];
  stationId = await addStation(product.database.db, {
    consumerId,
    siteId,
    stationMeterId: meterId,
    gridMeterId,
  });
}, 60_000);
afterAll(() => product.close());

it('what was told to a station stands beside what its meter measured', async () => {
  const { db } = product.database;
  const begins = startOfDate(HOME_ZONE, YESTERDAY);
  const points = [...ZERO_POINTS].fill(-100, 0, 4).fill(100, 4, 8);
  const id = await addPlan(db, { stationId, consumerId: own.consumerId, points, ahead: -1 });
  await sql`update plan_curve set plan_state = 'issued' where id = ${id}`.execute(db);
  await sql`update plan_curve set plan_state = 'accepted', accepted_at = ${new Date(begins - 3_600_000)} where id = ${id}`.execute(db); // prettier-ignore
  // It charges as told, and discharges less: 1 − (5 + 0 + 10 + 0) / 800.
  const done = [...ZERO_POINTS].fill(-100, 0, 4);
  [95, 100, 90, 100].forEach((kw, i) => (done[4 + i] = kw));
  await run(meterId, begins, done.slice(0, 40), { SOC: 55, SPZ: -40 });
  await foldDirty(db);
  const asked = { ammeterId: meterId, interval: '15', fromDt: YESTERDAY, toDt: YESTERDAY };
  const at = '/api/sdata/storageStrategy';
  const told = ok(await own.client.get<MonitorWire>(`${at}/getMonitorCurve`, asked));
  expect(told.times[0]).toBe(new Date(begins).toISOString());
  expect(told.sendCurve.slice(2, 9)).toEqual([-100, -100, 100, 100, 100, 100, 0]);
  expect(told.runCurve.slice(2, 9)).toEqual([-100, -100, 95, 100, 90, 100, 0]);
  expect(told.executionRate).toBeCloseTo(1 - 15 / 800, 9);
  expect(told).toMatchObject({
    plannedChargeKwh: 100,
    plannedDischargeKwh: 100,
    chargedKwh: 100,
    dischargedKwh: 96.25,
  });
  expect(told.setPoint[3]).toBe(40);
  expect(told.soc[3]).toBe(55);
  // The meter told nothing after ten hours: it is missing, and is no 0.
  expect(told.runCurve[60]).toBeNull();
  expect(told.missing).toBe(56);
  const hours = ok(await own.client.get<CurveWire[]>(`${at}/getPlanCurve`, { ammeterIds: meterId, interval: '60', fromDt: YESTERDAY, toDt: YESTERDAY })); // prettier-ignore
  expect(hours[0]?.values.slice(0, 3)).toEqual([-100, 100, 0]);
  expect(hours[0]?.times).toHaveLength(24);
  expect(await other.get(`${at}/getMonitorCurve`, asked)).toMatchObject({ code: 404 });
  expect(ok(await other.get(`${at}/getPlanCurve`, { ...asked, ammeterIds: meterId }))).toEqual([]);
  expect(await own.client.get(`${at}/getMonitorCurve`, { ...asked, toDt: addDays(today, -9) })).toMatchObject({ code: 400, field: 'toDt' }); // prettier-ignore
  expect(await own.client.get(`${at}/getMonitorCurve`, { ...asked, fromDt: '2020-01-01' })).toMatchObject({ code: 400, field: 'toDt' }); // prettier-ignore
});

it('a quarter was run only where both sides of the battery were measured in it, and it is over', async () => {
  const { db } = product.database;
  const begins = startOfDate(HOME_ZONE, YESTERDAY);
  const beside = await stationBeside('Doubtful');
  const points = [...ZERO_POINTS].fill(-100, 0, 16).fill(100, 40, 44);
  await acceptedPlan(beside.stationId, points);
  let [taken, given] = [1000, 1000];
  const told: (readonly [number, number, Record<string, number>])[] = [];
  for (let i = 0; i <= 48; i++) {
    // It does what it was told. From the eighth quarter on nobody tells what it gave, from the sixteenth nothing for five hours.
    if (i < 16 || i >= 36)
      told.push([
        beside.meterId,
        begins + i * QUARTER,
        { PP: taken, ...(i > 8 && i < 36 ? {} : { RP: given }) },
      ]);
    taken += Math.max(0, -(points[i] ?? 0)) / 4;
    given += Math.max(0, points[i] ?? 0) / 4;
  }
  await tell(told);
  await foldDirty(db);
  const [station] = await stationsOfMeters(db, [beside.meterId]);
  if (!station) throw new Error('There is no station.');
  const asked = { interval: '15', fromDt: YESTERDAY, toDt: YESTERDAY } as const;
  const run = await monitorOf(db, station, asked, begins + 100 * QUARTER);
  expect([2, 7, 8, 12, 20, 35, 36, 41].map((slot) => run.runCurve[slot])).toEqual([
    -100,
    -100,
    null,
    null,
    null,
    null,
    0,
    100,
  ]);
  expect(run).toMatchObject({ executionRate: 1, missing: 28 + 48, chargedKwh: 200, dischargedKwh: 100 });
  // In the middle of a quarter nobody knows its mean power.
  const then = await monitorOf(db, station, asked, begins + 5.5 * QUARTER);
  expect(then.runCurve.slice(4, 7)).toEqual([-100, null, null]);
  expect(then.missing).toBe(0);
});

it('the state of charge of a station is that of its clusters by what they hold, where all tell one that can be', async () => {
  const { db } = product.database;
  const { consumerId } = own;
  const begins = startOfDate(HOME_ZONE, YESTERDAY);
  const beside = await stationBeside('Clusters');
  const clusters: number[] = [];
  for (const ratedEnergy of [50, 150]) {
    const { meterId: ammeterId } = await stationBeside(`Cluster ${ratedEnergy}`);
    await sql`insert into storage_unit (unit_name, consumer_id, station_id, unit_type, ammeter_id, rated_energy, state)
      values (${unique('C ')}, ${consumerId}, ${beside.stationId}, 'battery', ${ammeterId}, ${ratedEnergy}, '1')`.execute(
      db,
    );
    clusters.push(ammeterId);
  }
  const [small = 0, large = 0] = clusters;
  await tell([
    [small, begins, { SOC: 20 }],
    [large, begins, { SOC: 80 }],
    [small, begins + QUARTER, { SOC: 20 }],
    [small, begins + 2 * QUARTER, { SOC: 20 }],
    [large, begins + 2 * QUARTER, { SOC: 6553.5 }],
  ]);
  const asked = { ammeterId: beside.meterId, interval: '15', fromDt: YESTERDAY, toDt: YESTERDAY };
  const told = ok(await own.client.get<MonitorWire>('/api/sdata/storageStrategy/getMonitorCurve', asked));
  expect(told.soc.slice(0, 4)).toEqual([65, null, null, null]);
});

it('a meter that a station handed over is that of the next, and each is asked for by its name', async () => {
  const { db } = product.database;
  const { consumerId, siteId } = own;
  const begins = startOfDate(HOME_ZONE, YESTERDAY);
  const { stationId: before, meterId: shared } = await stationBeside('Handed over');
  await acceptedPlan(before, [...ZERO_POINTS].fill(-40, 0, 4));
  await sql`update storage_station set state = '0' where id = ${before}`.execute(db);
  const now = await addStation(db, { consumerId, siteId, stationMeterId: shared, name: unique('Next ') });
  const points = [...ZERO_POINTS].fill(100, 8, 12);
  await acceptedPlan(now, points);
  await run(shared, begins, points);
  await foldDirty(db);
  const at = '/api/sdata/storageStrategy';
  const asked = { ammeterId: shared, interval: '15', fromDt: YESTERDAY, toDt: YESTERDAY };
  const monitor = async (more: object = {}) =>
    own.client.get<MonitorWire>(`${at}/getMonitorCurve`, { ...asked, ...more });
  expect(ok(await monitor())).toMatchObject({ stationId: now, executionRate: 1 });
  expect(ok(await monitor({ stationId: before }))).toMatchObject({ stationId: before, executionRate: 0 });
  expect(await monitor({ stationId })).toMatchObject({ code: 404 });
  const plans = ok(await own.client.get<CurveWire[]>(`${at}/getPlanCurve`, { ...asked, ammeterIds: shared }));
  expect(plans.map((one) => one.stationId)).toEqual([now, before]);
});

/** The cells of the first sheet of a workbook. */
async function rowsOf(body: Buffer): Promise<(readonly Cell[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'execution-'));
  try {
    await writeFile(join(folder, 'report.xlsx'), body);
    const rows: (readonly Cell[])[] = [];
    for await (const { cells } of (await readSheet(join(folder, 'report.xlsx'))).rows()) rows.push(cells);
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('what was run is reported as a workbook and a PDF, and a plan as a PDF; to nobody else', async () => {
  const path = '/api/sdata/storageStrategy/exportExecution';
  const asked = { ammeterId: meterId, fromDt: addDays(YESTERDAY, -2), toDt: YESTERDAY };
  const sheet = await own.client.in('en').download(path, asked);
  expect(sheet.type).toContain('spreadsheetml');
  const rows = await rowsOf(sheet.body);
  const [day, all] = rows.slice(-2);
  expect(day?.[0]).toBe(YESTERDAY);
  // Of the other days nothing was told: the whole is that of yesterday.
  expect(all?.slice(2)).toEqual(day?.slice(2));
  expect(day?.[7]).toBe(56);
  // A day without a plan has no rate: it is empty, not 0.
  expect(rows.at(-4)?.[6] ?? null).toBeNull();
  const pdf = await own.client.download(path, { ...asked, format: 'pdf' });
  expect([pdf.type, pdf.body.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
  const { rows: plans } = await sql<{ id: number }>`select id from plan_curve where station_id = ${stationId} limit 1`.execute(product.database.db); // prettier-ignore
  const plan = { id: plans[0]?.id ?? 0 };
  expect((await own.client.download('/api/sdata/planCurveReport/exportPlan', plan)).body.subarray(0, 5).toString()).toBe('%PDF-'); // prettier-ignore
  expect(await other.get(path, asked)).toMatchObject({ code: 404 });
  expect(await other.get('/api/sdata/planCurveReport/exportPlan', plan)).toMatchObject({ code: 404 });
  expect(await own.client.get(path, { ...asked, fromDt: '2020-01-01' })).toMatchObject({
    code: 400,
    field: 'toDt',
  });
});

it('the load of a site without its battery is the mean of like days, and plans that feed in are told', async () => {
  const { db } = product.database;
  // On each of ten days the site takes 60 kW and the battery gives 20 of it at night.
  for (let back = 2; back <= 11; back++) {
    const begins = startOfDate(HOME_ZONE, addDays(today, -back));
    await run(gridMeterId, begins, [...ZERO_POINTS].fill(-60).fill(-40, 0, 8));
    await run(meterId, begins, [...ZERO_POINTS].fill(20, 0, 8));
  }
  await foldDirty(db);
  const planDate = addDays(today, 7);
  const day = ok(await own.client.get<PlanDay>('/api/sdata/planCurve/getDay', { stationId, planDate }));
  expect(day.loadDays).toBeGreaterThan(1);
  expect(day.load?.[40]).toBeCloseTo(60, 3);
  expect(day.load?.[4]).toBeCloseTo(60, 3);
  const points = [...ZERO_POINTS].fill(-80, 8, 16).fill(61, 40, 44);
  const saved = ok(await own.client.post<{ id: number }>('/api/sdata/planCurve/save', { stationId, planDate, points, socStart: 10 })); // prettier-ignore
  const reply = await own.client.in('en').post('/api/sdata/planCurve/submit', { id: saved.id });
  expect(reply).toMatchObject({ code: 400 });
  expect(reply.message).toContain('10:00–11:00 Feeds into the grid (61.0 kW, limit 60.0 kW)');
});

it('days begin and end by the clock of the site, and drafts of the next are made by themselves once', async () => {
  const { db } = product.database;
  const { consumerId } = own;
  const ids = [
    await addPlan(db, { stationId, consumerId, ahead: 0 }),
    await addPlan(db, { stationId, consumerId, ahead: 2 }),
  ];
  await sql`update plan_curve set plan_state = 'issued' where id = any (${ids})`.execute(db);
  await sql`update plan_curve set plan_state = 'accepted', accepted_at = now() where id = any (${ids})`.execute(
    db,
  );
  await turnDays(db);
  const { rows } = await sql<{ s: string }>`
    select plan_state as s from plan_curve where station_id = ${stationId} and plan_state <> 'draft' order by plan_date`.execute(db); // prettier-ignore
  expect(rows.map(({ s }) => s)).toEqual(['finished', 'running', 'accepted']);
  const points = [...ZERO_POINTS].fill(-50, 0, 8);
  const row = { consumerId, stationId, strategyName: unique('Night '), automatic: true, curve: { points } };
  await add(own.client, 'storageStrategy', row);
  const noon = startOfDate(HOME_ZONE, today) + 13 * 3_600_000;
  expect(await draftNextDay(db, noon - 2 * 3_600_000)).toBe(0);
  expect(await draftNextDay(db, noon)).toBe(1);
  expect(await draftNextDay(db, noon)).toBe(0);
  const day = ok(await own.client.get<PlanDay>('/api/sdata/planCurve/getDay', { stationId, planDate: addDays(today, 1) })); // prettier-ignore
  expect(day.versions).toMatchObject([
    { planState: 'draft', planSource: 'strategy', madeBy: null, strategyVersion: 1 },
  ]);
  expect(day.versions[0]?.points).toEqual(points);
});
