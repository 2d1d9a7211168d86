import { ENERGY_CODES } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { microToText } from '#domain/decimal/decimal.ts';
import { quartersOf } from '#domain/fold/fold.ts';
import { type Segment, lifeOf } from '#domain/ledger/segment.ts';
import { LEVEL, bucketBounds } from '#domain/time/bucket.ts';
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
import { differenceOf, eventsOf, segmentsOf } from '../domain/life.ts';

const MAIN = ENERGY_CODES.indexOf('PP');

/** The interval of a meter that another life makes wrong; null = nothing that it has. */
export function intervalOf(
  extent: MeterExtent | undefined,
  before: readonly LedgerRow[],
  after: readonly LedgerRow[],
): { from: number; to: number } | null {
  const difference = differenceOf(lifeOf(segmentsOf(before)), lifeOf(segmentsOf(after)));
  if (!extent || !difference) return null;
  const from = Math.max(difference.from, extent.first);
  const to = Math.min(difference.to, extent.last);
  return from > to ? null : { from, to };
}

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
  // A span that crosses the change reaches to the readings beside it.
  const bounds = bucketBounds(facts.zone, LEVEL.month, interval.from - 1, interval.to + 1);
  const now = await usageOf(trx, [meterId], LEVEL.month, bounds[0] ?? 0, bounds.at(-1) ?? 0);
  const then = { ...facts, life: lifeOf(segmentsOf(after)) };
  const months: LedgerEffect['months'][number][] = [];
  let change = 0n;
  let doubtful = 0;
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [from, to] = [bounds[i] as number, bounds[i + 1] as number];
    const old = now.find((bucket) => bucket.ts === from)?.energies[MAIN] ?? null;
    const { energy, oddCount } = await energyUnder(trx, then, all, from, to);
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
  const unchanged = bounds.length - 1 - months.length;
  return { ...interval, months, unchanged, change: microToText(change), doubtful, rows };
}

/** The main energy of an interval under other facts, and the quarters whose energy does not count. */
async function energyUnder(
  trx: Db,
  facts: MeterRow & { readonly life: readonly Segment[] },
  extent: Extent,
  from: number,
  to: number,
): Promise<{ energy: bigint | null; oddCount: number }> {
  const { input, spans } = await loadReach(queryableOf(trx), facts, extent, { from, to });
  let sum: bigint | null = null;
  let oddCount = 0;
  for (const { energies, flags } of quartersOf(input, spans, { from, to })) {
    const energy = energies[MAIN];
    if (energy != null) sum = (sum ?? 0n) + energy;
    if ((flags & (FLAG.suspect | FLAG.reset)) !== 0) oddCount++;
  }
  return { energy: sum, oddCount };
}
