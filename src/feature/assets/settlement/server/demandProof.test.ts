import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { DemandProof } from '#domain/storage/demand.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty, quarterEnergies, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { unique } from '#test/build.ts';
import { type Product, startProduct } from '#test/product.ts';
import { slidingProof } from './demandProof.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const MINUTES = 720;
/** Days of each slip; more with the whole matrix. */
const ROUNDS = process.env['TEST_ALL'] ? 40 : 1;
const MONTH: Range = { from: FROM, to: FROM + MINUTES * MINUTE_MS };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Hundredths of kWh of a minute: what the supply bought and fed in, the battery took and gave. */
type Minute = readonly [bought: number, fedIn: number, charged: number, discharged: number];

let seed = 1;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

/** A day of minutes in which the load rises beside the grid of quarters and the battery gives then. */
function dayOf(): Minute[] {
  const peaks = Array.from({ length: 6 }, () => ({
    at: Math.floor(random() * MINUTES),
    long: 8 + Math.floor(random() * 30),
  }));
  return Array.from({ length: MINUTES }, (_, m) => {
    const peak = peaks.some(({ at, long }) => m >= at && m < at + long);
    const load = 300 + Math.floor(random() * 60) + (peak ? 250 : 0);
    const discharged = peak && random() < 0.8 ? 120 : 0;
    const charged = m < 100 ? 60 : 0;
    const net = load + charged - discharged;
    return [Math.max(0, net), Math.max(0, -net), charged, discharged];
  });
}

/** A month of two meters that tell their registers every minute; `lost` readings never came. */
async function metered(
  minutes: readonly Minute[],
  lost: ReadonlySet<number>,
  slip: string,
  until = Infinity,
) {
  const { db } = product.database;
  const { meterIds } = await buildMeters(db, { name: unique('slid'), meters: 2 });
  const [gridId = 0, batteryId = 0] = meterIds;
  await sql`update ammeter set demand_slip = ${slip}, interval_seconds = 60 where id = any (${meterIds}::integer[])`.execute(db); // prettier-ignore
  const batch = new BatchBuilder();
  for (const [meterId, forward, reverse] of [
    [gridId, 0, 1],
    [batteryId, 2, 3],
  ] as const) {
    let [pp, rp] = [0, 0];
    for (let m = 0; m <= MINUTES; m++) {
      if (!lost.has(m)) {
        batch.row(meterId, FROM + m * MINUTE_MS);
        batch.set(codeIndex('PP'), pp / 100);
        batch.set(codeIndex('RP'), rp / 100);
      }
      pp += minutes[m]?.[forward] ?? 0;
      rp += minutes[m]?.[reverse] ?? 0;
    }
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const quarters = await quarterEnergies(db, [gridId, batteryId], MONTH);
  const known = (meterId: number) => ({ meterId, quarters: quarters.get(meterId) ?? [] });
  // As it is settled: nothing passes what was put out of use.
  const ended = known(batteryId).quarters.map((one) => (one.ts < until ? one : { ...one, forward: 0n, reverse: 0n })); // prettier-ignore
  return slidingProof(db, known(gridId), { meterId: batteryId, quarters: ended, until }, MONTH);
}

/** Minutes at which something was read, each with the minute that it was read in: one beside the grid stands for it. */
function readAt(lost: ReadonlySet<number>): ReadonlyMap<number, number> {
  const read = new Map<number, number>();
  for (let m = 0; m <= MINUTES; m++) if (!lost.has(m)) read.set(m, m);
  // Within two minutes, the nearest, then the earlier (domain notes 6.4 rule 8).
  for (let m = 15; m < MINUTES; m += 15) {
    const near = [-1, 1, -2, 2].map((by) => m + by).find((one) => !lost.has(one));
    if (!lost.has(m) || near === undefined) continue;
    read.set(m, near);
    read.delete(near);
  }
  return read;
}

/** Every window of the day by itself, in whole hundredths. */
function bruteForce(minutes: readonly Minute[], lost: ReadonlySet<number>, slip: number): DemandProof {
  const best = { actual: { demand: -1, ts: 0 }, without: { demand: -1, ts: 0 } };
  const read = readAt(lost);
  const starts = new Set(Array.from({ length: Math.ceil(MINUTES / slip) }, (_, k) => k * slip));
  for (let m = 0; m < MINUTES; m += 15) starts.add(m);
  for (const m of starts) {
    // Both ends lie on readings; what is lost between them is a longer span, told in full by its ends.
    const [from, to] = [read.get(m), read.get(m + 15)];
    if (from === undefined || to === undefined) continue;
    const sum = [0, 0, 0, 0];
    for (let i = from; i < to; i++)
      for (const k of [0, 1, 2, 3]) sum[k] = (sum[k] ?? 0) + (minutes[i]?.[k] ?? 0);
    const [bought = 0, fedIn = 0, charged = 0, discharged = 0] = sum;
    const ts = FROM + m * MINUTE_MS;
    if (bought > best.actual.demand) best.actual = { demand: bought, ts };
    const alone = Math.max(0, bought - fedIn + discharged - charged);
    if (alone > best.without.demand) best.without = { demand: alone, ts };
  }
  const micro = ({ demand, ts }: { demand: number; ts: number }) => ({
    demand: BigInt(demand) * 10_000n * 4n,
    ts,
  });
  return { actual: micro(best.actual), without: micro(best.without) };
}

const demands = (proof: DemandProof | null) => [proof?.actual.demand, proof?.without.demand];

test.each([
  ['1', 1],
  ['5', 5],
  ['3', 3],
] as const)(
  'windows that slide by %s min are those of an own computation, of every minute',
  async (slip, step) => {
    for (let round = 0; round < ROUNDS; round++) {
      const minutes = dayOf();
      const lost = new Set(Array.from({ length: 20 }, () => 20 + Math.floor(random() * (MINUTES - 40))));
      const proof = await metered(minutes, lost, slip);
      expect(demands(proof)).toEqual(demands(bruteForce(minutes, lost, step)));
    }
  },
);

test('a peak beside the grid of quarters is found with and without the battery', async () => {
  const minutes = Array.from({ length: MINUTES }, (_, m): Minute =>
    m >= 607 && m < 622 ? [400, 0, 0, 200] : [100, 0, 0, 0],
  );
  const proof = await metered(minutes, new Set(), '1');
  const ts = FROM + 607 * MINUTE_MS;
  // 15 minutes of 4.00 and 6.00 kWh: 240 and 360 kW; whole quarters know no more than 176 and 250.67.
  expect(proof).toEqual({ actual: { demand: 240_000_000n, ts }, without: { demand: 360_000_000n, ts } });
  expect(ts % QUARTER_MS).not.toBe(0);
});

test('a battery put out of use saved nothing since, whatever its meter tells', async () => {
  const minutes = Array.from({ length: MINUTES }, (_, m): Minute =>
    m >= 607 && m < 622 ? [400, 0, 0, 200] : m >= 307 && m < 322 ? [300, 0, 0, 250] : [100, 0, 0, 0],
  );
  const proof = await metered(minutes, new Set(), '1', FROM + 400 * MINUTE_MS);
  const at = (m: number): number => FROM + m * MINUTE_MS;
  expect(proof?.actual).toEqual({ demand: 240_000_000n, ts: at(607) });
  expect(proof?.without).toEqual({ demand: 330_000_000n, ts: at(307) });
  // Out of use within the first peak: from the end of that quarter on its meter says nothing of the battery.
  const cut = await metered(minutes, new Set(), '1', FROM + 314 * MINUTE_MS);
  expect(cut?.actual).toEqual({ demand: 240_000_000n, ts: at(607) });
  // 315 is the end: eight minutes of both, seven of the supply alone.
  expect(cut?.without).toEqual({ demand: BigInt(15 * 300 + 8 * 250) * 40_000n, ts: at(307) });
});

test('in blocks it is the whole quarters alone', async () => {
  const minutes = Array.from({ length: MINUTES }, (_, m): Minute =>
    m >= 607 && m < 622 ? [400, 0, 0, 200] : [100, 0, 0, 0],
  );
  const proof = await metered(minutes, new Set(), '15');
  expect(proof?.actual.ts).toBe(FROM + 600 * MINUTE_MS);
  expect(proof?.actual.demand).toBe(BigInt(8 * 400 + 7 * 100) * 40_000n);
});
