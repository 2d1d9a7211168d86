import { priceQuarters } from '#domain/tariff/pricing.ts';
import { splitPeriods } from '#domain/calendar/split.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import { type MeterInput, quartersOf } from '#domain/fold/fold.ts';
import type { Range } from '#domain/fold/reach.ts';
import { rollUp } from '#domain/fold/rollUp.ts';
import type { Span } from '#domain/fold/span.ts';
import { type Level, LEVELS, bucketBounds, bucketEnd, bucketStart } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Gather } from './gather.ts';
import type { Reach } from './loadReach.ts';
import type { MeterRow } from './meterFacts.ts';
import { loadBuckets, replaceBuckets } from './usageStore.ts';

/** Writes what a change made wrong, on all levels. */
export async function writeReach(
  client: Gather,
  meter: MeterRow,
  { input, spans, out }: Reach,
): Promise<number> {
  let written = 0;
  // A span over a long gap is written year by year, so that memory stays bounded.
  const years = bucketBounds(meter.zone, 5, out.from, out.to);
  for (let i = 0; i + 1 < years.length; i++) {
    const slice = {
      from: Math.max(out.from, years[i] as number),
      to: Math.min(out.to, years[i + 1] as number),
    };
    written += await writeSlice(client, meter, input, spans, slice);
  }
  return written;
}

/** Writes the buckets of an interval inside one year, and those that contain it. */
async function writeSlice(
  client: Gather,
  meter: MeterRow,
  input: MeterInput,
  spans: ReadonlyMap<string, readonly Span[]>,
  out: Range,
): Promise<number> {
  const ranges = rangesOf(meter.zone, out);
  const siblings = await loadBuckets(
    client,
    meter.id,
    ([1, 2, 3, 4] as const).map((level) => ({
      level,
      range: ranges.get((level + 1) as Level) as Range,
      except: ranges.get(level) as Range,
    })),
    meter.costed,
  );
  const { calendar, periodSource, pricing, zone } = meter;
  const periodAt = (start: number) => calendar?.periodAt(zone, start) ?? 0;
  let rows = splitPeriods(quartersOf(input, spans, out), periodAt, periodSource);
  if (pricing) rows = priceQuarters(rows, zone, pricing);
  const all = [...rows];
  for (const level of [2, 3, 4, 5] as const) {
    const below = siblings.get((level - 1) as Level) ?? [];
    const children: Bucket[] = below.length === 0 ? rows : [...below, ...rows].sort((a, b) => a.ts - b.ts);
    rows = rollUp(meter.zone, level, out.from, out.to, children);
    for (const row of rows) all.push(row);
  }
  await client.call(replaceBuckets, { meterId: meter.id, ranges, rows: all });
  return all.length;
}

/** The whole buckets of every level that touch a range. */
export function rangesOf(zone: Zone, out: Range): Map<Level, Range> {
  const ranges = new Map<Level, Range>();
  for (const level of LEVELS) {
    const from = bucketStart(zone, level, out.from);
    ranges.set(level, { from, to: bucketEnd(zone, level, bucketStart(zone, level, out.to - 1)) });
  }
  return ranges;
}
