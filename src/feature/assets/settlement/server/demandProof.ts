import { WINDOW_MS } from '#domain/demand/window.ts';
import type { Range } from '#domain/fold/reach.ts';
import { type DemandProof, demandProofOf, type SupplyQuarter } from '#domain/storage/demand.ts';
import { endedAt, windowsIn } from '#domain/storage/slidingDemand.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { type MeterPieces, piecesOver, slidQuarters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Quarter } from '../domain/quarters.ts';
import { proofOf } from '../domain/supply.ts';

/** A meter with its quarters of an hour. */
interface Known {
  readonly meterId: number;
  readonly quarters: readonly Quarter[];
}

/** A battery, and when it was put out of use, ms; Infinity = it is in use. */
interface KnownBattery extends Known {
  readonly until: number;
}

/** Quarters that are looked at first, and at most in a month: the rest is told by quarters of an hour. */
const FIRST = 4;
const MOST = 400;

/** A quarter of an hour and the most that a window that ends in it can come to, with and without the battery. */
interface Candidate {
  readonly ts: number;
  readonly most: bigint;
}

/**
 * The highest demand of a supply with and without a battery in a month, over windows that slide as the meter of the supply
 * does. Only quarters that could hold a higher window than those found are looked at, the likeliest first.
 */
export async function slidingProof(
  db: Db,
  grid: Known,
  battery: KnownBattery,
  month: Range,
): Promise<DemandProof | null> {
  const block = proofOf(grid.quarters, battery.quarters, month);
  const slid = await slidQuarters(db, [{ meterId: grid.meterId, sign: 1 }], month);
  const own = await slidQuarters(db, [{ meterId: battery.meterId, sign: 1 }], month);
  if (slid.size === 0 && own.size === 0) return block;
  let best = block;
  const waiting = candidatesOf(grid, battery, month, slid);
  let looked = 0;
  for (let size = FIRST; looked < MOST; size *= 2) {
    const low = best && (best.actual.demand < best.without.demand ? best.actual.demand : best.without.demand);
    const some = waiting
      .splice(0, Math.min(size, MOST - looked))
      .filter(({ most }) => low === null || most > low);
    if (some.length === 0) break;
    looked += some.length;
    for (const run of runsOf(some.map(({ ts }) => ts)))
      best = higherOf(best, demandProofOf(await windowsOver(db, grid.meterId, battery, run, month)));
  }
  return best;
}

/** The quarters of a month that may hold windows that are known, those that may hold the highest first. */
function candidatesOf(
  grid: Known,
  battery: Known,
  { from, to }: Range,
  slid: ReadonlyMap<number, { readonly demand: bigint }>,
): Candidate[] {
  const given = new Map(battery.quarters.map(({ ts, reverse }) => [ts, reverse]));
  return grid.quarters
    .flatMap(({ ts, forward }): Candidate[] => {
      if (ts < from || ts >= to) return [];
      const blockDemand = forward === null ? 0n : forward * 4n;
      const sliding = slid.get(ts)?.demand ?? 0n;
      // Without the battery no window is higher than with it and all that the battery gave in both quarters that it touches.
      const added = ((given.get(ts) ?? 0n) + (given.get(ts - QUARTER_MS) ?? 0n)) * 4n;
      const most = (sliding > blockDemand ? sliding : blockDemand) + added;
      return most > 0n ? [{ ts, most }] : [];
    })
    .toSorted((a, b) => (a.most < b.most ? 1 : Number(a.most > b.most ? -1 : 0)) || a.ts - b.ts);
}

/** Quarters in a row as intervals. */
function runsOf(starts: readonly number[]): Range[] {
  const runs: { from: number; to: number }[] = [];
  for (const ts of starts.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.to === ts) last.to = ts + QUARTER_MS;
    else runs.push({ from: ts, to: ts + QUARTER_MS });
  }
  return runs;
}

/** The windows that end in an interval and lie in the month, as both meters measured them. */
async function windowsOver(
  db: Db,
  gridId: number,
  { meterId, until }: KnownBattery,
  run: Range,
  month: Range,
): Promise<SupplyQuarter[]> {
  const around = { from: run.from - WINDOW_MS, to: run.to };
  const grid: MeterPieces | undefined = await piecesOver(db, gridId, around);
  const battery = await piecesOver(db, meterId, around);
  if (!grid || !battery) return [];
  // A window over the settlement belongs to neither month.
  const end = Math.max(around.from, Math.ceil(until / QUARTER_MS) * QUARTER_MS);
  return windowsIn(grid, endedAt(battery, end, run.to, grid.slipMs), grid.slipMs, run).filter(
    ({ ts }) => ts >= month.from,
  );
}

function higherOf(a: DemandProof | null, b: DemandProof | null): DemandProof | null {
  if (!a || !b) return a ?? b;
  const higher = (key: 'actual' | 'without') => (b[key].demand > a[key].demand ? b[key] : a[key]);
  return { actual: higher('actual'), without: higher('without') };
}
