import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { settlementMonths } from '#domain/demand/settlement.ts';
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { contextOf } from '#feature/meters/subject/server/public.ts';
import {
  demandOver,
  foldDirty,
  rebuild,
  storeIntervals,
  storeReadings,
} from '#feature/meters/reading/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import type { SettlementDemand } from '../contract.ts';
import { settlementDemand } from './settlement.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function send(meter: number, values: readonly (readonly [number, number])[]): Promise<void> {
  const builder = new BatchBuilder();
  for (const [ts, value] of values) {
    builder.row(meter, ts);
    builder.set(codeIndex('PP'), value);
  }
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
}

const ask = (
  consumerId: number,
  subject: Parameters<typeof contextOf>[1],
  from: number,
  to: number,
): Promise<SettlementDemand> =>
  withScope(database.app, [consumerId], async (trx) =>
    settlementDemand(trx, await contextOf(trx, subject, to), { from, to }, { current: 1, pageSize: 20 }),
  );

it('each settlement month has its maximum: late and corrected as rebuilt, and as every window by itself', async () => {
  const zone = zoneOf('Asia/Shanghai');
  // The tenth at five: both months end and begin in the middle of what is sent.
  const rule = { day: 10, hour: 5 };
  const border = Date.parse('2025-03-09T21:00:00Z');
  const start = border - 2 * HOUR;
  let run = 0;
  const history = fc.record({
    steps: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 60, maxLength: 250 }),
    holes: fc.array(fc.record({ at: fc.nat(240), length: fc.integer({ min: 1, max: 30 }) }), {
      maxLength: 3,
    }),
    late: fc.record({ at: fc.nat(240), length: fc.integer({ min: 1, max: 60 }) }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, holes, late }) => {
      const { meterIds, consumerId } = await buildMeters(database.db, { name: `settle ${run++}` });
      const meter = meterIds[0] ?? 0;
      const sums: number[] = [];
      steps.reduce((sum, one, i) => (sums[i] = sum + one), 0);
      const kept = (i: number): boolean => !holes.some(({ at, length }) => i >= at && i < at + length);
      const values = sums.flatMap((sum, i) => (kept(i) ? [[start + i * MINUTE, sum / 100] as const] : []));
      const isLate = (_: unknown, i: number): boolean => i >= late.at && i < late.at + late.length;
      await send(meter, values.filter((one, i) => !isLate(one, i))); // prettier-ignore
      await send(meter, values.filter(isLate));
      const months = settlementMonths(zone, rule, { from: border - 1, to: border + 1 });
      const reported = (): ReturnType<typeof demandOver> =>
        withScope(database.app, [consumerId], (trx) => demandOver(trx, meter, months));
      const found = await reported();
      await rebuild(database.db, meter);
      expect(await reported()).toEqual(found);
      for (const [i, { from, to }] of months.entries()) {
        const windows = windowsOf(onGrid(values), from, to);
        const best = windows.reduce((max, one) => (one.value > max ? one.value : max), -1n);
        expect(found[i]?.sliding?.value ?? null).toBe(windows.length === 0 ? null : best);
        const block = windows.filter((one) => one.at % Q === 0);
        const most = block.reduce((max, one) => (one.value > max ? one.value : max), -1n);
        expect(found[i]?.block?.value ?? null).toBe(block.length === 0 ? null : most);
        if (block.length > 0) expect(found[i]?.block?.at).toBe(block.find((one) => one.value === most)?.at);
      }
    }),
    runs(12),
  );

  /** Every window of a quarter of an hour inside [from, to] whose readings are all there, by itself. */
  function windowsOf(values: readonly (readonly [number, number])[], from: number, to: number) {
    const at = new Map(values.map(([ts, value]) => [ts, BigInt(Math.round(value * 100)) * 10_000n]));
    const times = values.map(([ts]) => ts);
    const found: { at: number; value: bigint }[] = [];
    for (let t = from + Q; t <= Math.min(to, start + 300 * MINUTE); t += MINUTE) {
      if (t < start) continue;
      const before = times.findLast((ts) => ts <= t - Q);
      const after = times.find((ts) => ts >= t);
      if (before === undefined || after === undefined) continue;
      const inside = times.filter((ts) => ts >= before && ts <= after);
      if (inside.some((ts, i) => i > 0 && ts - (inside[i - 1] ?? 0) > Q)) continue;
      // An end between two readings is no measure, also where a hole lies over the end of a quarter (decision 44).
      if (!(at.has(t) && at.has(t - Q))) continue;
      found.push({ at: t, value: 4n * ((at.get(t) ?? 0n) - (at.get(t - Q) ?? 0n)) });
    }
    return found;
  }

  /** A reading near a quarter of an hour stands for it. */
  function onGrid(values: readonly (readonly [number, number])[]): (readonly [number, number])[] {
    return values.map(([ts, value]) => {
      const grid = Math.round(ts / Q) * Q;
      const near = values.filter(([other]) => Math.abs(other - grid) <= 2 * MINUTE);
      const nearest = near.toSorted(
        (x, y) => Math.abs(x[0] - grid) - Math.abs(y[0] - grid) || x[0] - y[0],
      )[0];
      return [nearest?.[0] === ts ? grid : ts, value];
    });
  }
});

it('of an organisation: the maximum of the summed curve, of quarters that every meter has; what is missing is told', async () => {
  const { meterIds, consumerId, siteId } = await buildMeters(database.db, { meters: 2, name: 'sum' });
  const [a = 0, b = 0] = meterIds;
  const from = Date.parse('2025-05-24T16:00:00Z');
  const state = (meterId: number, energies: readonly number[]): Promise<unknown> =>
    storeIntervals(
      database.db,
      energies.map((value, i) => ({
        meterId, start: from + i * Q, end: from + (i + 1) * Q, code: 'PP', value: String(value),
      })),
    ); // prettier-ignore
  await state(a, [10, 40, 20, 10]);
  await state(b, [35, 5, 20]);
  await foldDirty(database.db);
  await database.pool.query('update consumer set settlement_day = 25 where id = $1', [consumerId]);
  const whole = await ask(consumerId, { orgId: consumerId }, from, from + 5 * Q);
  // 10 + 35, 40 + 5, 20 + 20; the last quarter lacks one.
  expect(whole).toMatchObject({ settlementDay: 25, settlementHour: 0, slip: null, meters: 2, unit: 'kW' });
  expect(whole.list).toHaveLength(1);
  expect(whole.list[0]).toMatchObject({
    month: '2025-06',
    from,
    unfinished: true,
    maximum: { value: 180, from, to: from + Q },
    partial: true,
    coverage: 75,
  });
  const single = await ask(consumerId, { dataAmmeterId: a }, from, from + 5 * Q);
  expect(single.list[0]).toMatchObject({ maximum: { value: 160, from: from + Q, to: from + 2 * Q }, partial: false }); // prettier-ignore
  // The site has a settlement of its own.
  await database.pool.query('update monitor_site set settlement_day = 1, settlement_hour = 8 where id = $1', [siteId]); // prettier-ignore
  const own = await ask(consumerId, { dataAmmeterId: a }, from, from + HOUR);
  expect([own.settlementDay, own.settlementHour, own.list[0]?.month]).toEqual([1, 8, '2025-05']);
  expect(own.list[0]?.from).toBe(Date.parse('2025-05-01T00:00:00Z'));
});

it('of a meter that never slides, and of one without any quarter measured in full', async () => {
  const { meterIds, consumerId } = await buildMeters(database.db, { meters: 2, name: 'block' });
  const [a = 0, b = 0] = meterIds;
  await database.pool.query(`update ammeter set demand_slip = '15' where id = $1`, [a]);
  const from = Date.parse('2025-05-01T00:00:00Z');
  await send(a, Array.from({ length: 61 }, (_, m) => [from + m * MINUTE, m < 8 ? 0 : Math.min(m - 8, 14)] as const)); // prettier-ignore
  await send(b, [[from, 0], [from + HOUR, 100]]); // prettier-ignore
  const [slow, coarse] = await Promise.all([a, b].map((id) => ask(consumerId, { dataAmmeterId: id }, from, from + HOUR))); // prettier-ignore
  expect(slow?.list[0]).toMatchObject({ method: 'block', maximum: { value: 28 } });
  // Nobody measured a quarter of it, but its registers prove the mean of the hour.
  expect(coarse?.list[0]).toMatchObject({
    method: 'sliding',
    maximum: { value: 100, from, to: from + HOUR, proven: true },
    measured: null,
    block: null,
    atLeast: true,
  });
});
