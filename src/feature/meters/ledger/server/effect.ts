import { ENERGY_CODES } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { microToText } from '#domain/decimal/decimal.ts';
import { COURSE_MS } from '#domain/fold/courseReach.ts';
import { quartersOf } from '#domain/fold/fold.ts';
import type { Range } from '#domain/fold/reach.ts';
import { type Segment, lifeOf } from '#domain/ledger/segment.ts';
import { LEVEL, bucketBounds } from '#domain/time/bucket.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { monthAt } from '#domain/time/text.ts';
import {
  type Extent,
  type MeterExtent,
  type MeterRow,
  extentOf,
  extentsOf,
  loadReach,
  meterFacts,
  queryableOf,
  refuseClosed,
  usageOf,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { LedgerEffect, LedgerRow } from '../contract.ts';
import { differenceOf } from '../domain/difference.ts';
import { eventsOf, segmentsOf } from '../domain/life.ts';

const MAIN = ENERGY_CODES.indexOf('PP');

/** The interval of a meter that another life makes wrong; null = nothing that it has. */
export function intervalOf(
  extent: MeterExtent | undefined,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
): Range | null {
  const difference = differenceOf(lifeOf(segmentsOf(before)), lifeOf(segmentsOf(after)));
  if (!extent || !difference) return null;
  // A register on record has figures up to it, also where no reading is.
  const records = [...before, ...after].flatMap(({ from, to, startRegister, endRegister }) => [
    ...(startRegister === null ? [] : [from]),
    ...(endRegister === null || to === null ? [] : [to]),
  ]);
  const [first, last] = [Math.min(extent.first, ...records), Math.max(extent.last, ...records)];
  const within = (at: number): number => Math.min(Math.max(at, first), last);
  return { from: within(difference.from), to: within(difference.to) };
}

/** Readings that are folded at a time, so that months of few readings cost few questions and none holds others up. */
const MOST_READINGS = 40_000;
const MONTH_MS = 31 * DAY_MS;

/**
 * What another life makes of a meter's months: the same pure fold over the same readings, nothing written.
 * @throws Fault 409 where it would change figures that are final
 */
export async function effectOf(
  trx: Db,
  meterId: number,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
): Promise<LedgerEffect> {
  const events = eventsOf(after);
  const rows = after.map((row, i) => ({ ...row, events: events[i] ?? [] }));
  const [extent] = await extentsOf(trx, [meterId]);
  const interval = intervalOf(extent, before, after);
  const all = await extentOf(trx, meterId);
  if (!interval || !all)
    return { from: null, to: null, months: [], unchanged: 0, change: '0', doubtful: 0, rows };
  await refuseClosed(trx, [{ meterId, from: interval.from }]);
  const facts = await meterFacts(queryableOf(trx), meterId);
  const then = { ...facts, life: lifeOf(segmentsOf(after)) };
  const range = await reachedBy(trx, then, all, interval);
  const bounds = bucketBounds(facts.zone, LEVEL.month, range.from, range.to);
  const now = await usageOf(trx, [meterId], LEVEL.month, bounds[0] ?? 0, bounds.at(-1) ?? 0);
  const months: LedgerEffect['months'][number][] = [];
  let change = 0n;
  let doubtful = 0;
  const atOnce = Math.max(1, Math.floor((MOST_READINGS * facts.stepMs) / MONTH_MS));
  for (let i = 0; i + 1 < bounds.length; i += atOnce) {
    const some = await energiesUnder(trx, then, all, bounds.slice(i, i + atOnce + 1));
    for (const { from, energy, oddCount } of some) {
      const old = now.find((bucket) => bucket.ts === from)?.energies[MAIN] ?? null;
      doubtful += oddCount;
      if (energy === old) continue;
      change += (energy ?? 0n) - (old ?? 0n);
      months.push({
        month: monthAt(facts.zone, from),
        now: old === null ? null : microToText(old),
        after: energy === null ? null : microToText(energy),
        change: microToText((energy ?? 0n) - (old ?? 0n)),
      });
    }
  }
  const unchanged = bounds.length - 1 - months.length;
  return { ...interval, months, unchanged, change: microToText(change), doubtful, rows };
}

type Then = MeterRow & { readonly life: readonly Segment[] };

/** What a change of an interval alters: up to the readings beside it, and the days by which falls are judged. */
async function reachedBy(trx: Db, facts: Then, extent: Extent, { from, to }: Range): Promise<Range> {
  const client = queryableOf(trx);
  const first = await loadReach(client, facts, extent, { from: from - COURSE_MS, to: from });
  const last = await loadReach(client, facts, extent, { from: to, to: to + COURSE_MS });
  return { from: first.out.from, to: last.out.to };
}

/** The main energy of each month under other facts, and its quarters whose energy does not count. */
async function energiesUnder(
  trx: Db,
  facts: Then,
  extent: Extent,
  bounds: readonly number[],
): Promise<{ from: number; energy: bigint | null; oddCount: number }[]> {
  const range = { from: bounds[0] as number, to: bounds.at(-1) as number };
  const { input, spans } = await loadReach(queryableOf(trx), facts, extent, range);
  const months = bounds.slice(0, -1).map((from) => ({ from, energy: null as bigint | null, oddCount: 0 }));
  let i = 0;
  for (const { ts, energies, flags } of quartersOf(input, spans, range)) {
    while (ts >= (bounds[i + 1] as number)) i++;
    const month = months[i] as (typeof months)[number];
    const energy = energies[MAIN];
    if (energy != null) month.energy = (month.energy ?? 0n) + energy;
    if ((flags & (FLAG.suspect | FLAG.reset)) !== 0) month.oddCount++;
  }
  return months;
}
