import type pg from 'pg';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import { ALWAYS, dueSeconds } from '#domain/fold/counting.ts';
import { type Range, onGrid } from '#domain/fold/reach.ts';
import { rollUp } from '#domain/fold/rollUp.ts';
import { largerSum, sumBucket } from '#domain/fold/sumBucket.ts';
import { type Level, LEVELS, bucketBounds, bucketEnd } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { type CountingColumns, countingOfColumns, countsFrom } from './counting.ts';
import type { Gather } from './gather.ts';
import type { MeterRow } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';
import {
  BUCKET_COLUMNS,
  type BucketCells,
  bucketOf,
  COSTED_COLUMNS,
  loadBuckets,
  replaceBuckets,
} from './usageStore.ts';
import { rangesOf } from './writeReach.ts';

/** A meter that a virtual one is made of. */
export interface Part extends CountingColumns {
  readonly id: number;
  readonly sign: 1 | -1;
  readonly zone: string;
}

/** What a meter is the sum of; empty where it is a meter itself. */
export async function partsOf(client: Queryable, meterId: number): Promise<Part[]> {
  const { rows } = await client.query<Part>({
    name: 'fold_parts',
    text: `select s.child_id as id, s.sign::integer as sign, coalesce(m.time_zone, '${HOME_ZONE}') as zone,
             ${countsFrom('m')} as "countsFrom", f.counts_to as "countsTo"
           from ammeter_sum s join ammeter v on v.id = s.ammeter_id and v.device_type = '${DEVICE_TYPE.totalAdder}'
             join ammeter a on a.id = s.child_id left join monitor_site m on m.id = a.site_id
             left join meter_fold f on f.meter_id = a.id
           where s.ammeter_id = $1 order by s.child_id`,
    values: [meterId],
    each: ['integer'],
  });
  return rows;
}

/** Marks the virtual meters and the kept sums that meters are part of where their buckets were written. */
export async function markSums(
  client: pg.ClientBase,
  written: readonly { readonly meterId: number; readonly out: Range }[],
): Promise<readonly void[]> {
  await client.query({
    name: 'fold_mark_sums',
    text: `with w as (select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (meter_id, from_ts, to_ts)),
           kept as (
             insert into kept_sum_dirty (sum_id, from_ts, to_ts)
             select distinct s.sum_id, w.from_ts, w.to_ts from w join kept_sum_meter s on s.child_id = w.meter_id)
           insert into dirty (meter_id, from_ts, to_ts)
           select distinct s.ammeter_id, w.from_ts, w.to_ts from w join ammeter_sum s on s.child_id = w.meter_id`,
    values: [
      written.map((one) => one.meterId),
      written.map((one) => new Date(one.out.from)),
      written.map((one) => new Date(one.out.to)),
    ],
  });
  return [];
}

/** The quarters that a mark on a virtual meter means. */
export function sumRange(change: Range): Range {
  const { from, to } = onGrid(change);
  return { from, to: Math.max(to, from + QUARTER_MS) };
}

/** Writes the buckets of a virtual meter in a range (on the grid) and those that contain it, from its meters' ones. */
export async function writeSum(
  client: Gather,
  meter: MeterRow,
  parts: readonly Part[],
  out: Range,
): Promise<number> {
  let written = 0;
  const years = bucketBounds(meter.zone, 5, out.from, out.to);
  for (let i = 0; i + 1 < years.length; i++) {
    const from = Math.max(out.from, years[i] as number);
    written += await writeSlice(client, meter, parts, { from, to: Math.min(out.to, years[i + 1] as number) });
  }
  return written;
}

async function writeSlice(
  client: Gather,
  meter: MeterRow,
  parts: readonly Part[],
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
  // Meters of other zones have other days: theirs are added up from quarters of an hour.
  const aligned = parts.every((part) => part.zone === meter.zone.name);
  const theirs = await loadParts(client, parts, aligned ? LEVELS : [1], ranges, meter.costed);
  const counting = parts.map(countingOfColumns);
  const summed = (level: Level, ts: number): Bucket | null => {
    const at = theirs.get(level)?.get(ts);
    const end = bucketEnd(meter.zone, level, ts);
    return at
      ? sumBucket(level, ts, parts.map(({ id, sign }, i) => ({ sign, bucket: at.get(id), dueS: dueSeconds(counting[i] ?? ALWAYS, ts, end) }))) // prettier-ignore
      : null;
  };
  const startsAt = (level: Level): number[] => [...(theirs.get(level)?.keys() ?? [])].sort((a, b) => a - b);
  let rows = startsAt(1).flatMap((ts) => summed(1, ts) ?? []);
  const all = [...rows];
  for (const level of [2, 3, 4, 5] as const) {
    const children = [...(siblings.get((level - 1) as Level) ?? []), ...rows].sort((a, b) => a.ts - b.ts);
    const rolled = new Map(rollUp(meter.zone, level, out.from, out.to, children).map((row) => [row.ts, row]));
    const starts = aligned ? startsAt(level) : [...rolled.keys()];
    const bounds = [...starts.slice(1), Infinity];
    rows = starts.flatMap((ts, i) => {
      const inside = aligned ? 0 : flagsIn(children, ts, bounds[i] as number);
      return largerSum(rolled.get(ts), aligned ? summed(level, ts) : null, inside) ?? [];
    });
    for (const row of rows) all.push(row);
  }
  await client.call(replaceBuckets, { meterId: meter.id, ranges, rows: all });
  return all.length;
}

const flagsIn = (rows: readonly Bucket[], from: number, to: number): number =>
  rows.reduce((flags, row) => (row.ts >= from && row.ts < to ? flags | row.flags : flags), 0);

/** Buckets of meters by level, start and meter. */
async function loadParts(
  client: Queryable,
  parts: readonly Part[],
  levels: readonly Level[],
  ranges: ReadonlyMap<Level, Range>,
  costed: boolean,
): Promise<Map<Level, Map<number, Map<number, Bucket>>>> {
  const found = new Map<Level, Map<number, Map<number, Bucket>>>();
  for (const level of levels) {
    const range = ranges.get(level) as Range;
    const { rows } = await client.query<BucketCells & unknown[]>({
      name: `fold_part_usage_${costed}`,
      text: `select ${costed ? COSTED_COLUMNS : BUCKET_COLUMNS}, u.meter_id
             from unnest($1::integer[]) m (id) cross join lateral usage_in(m.id, $2, $3, $4) u`,
      values: [parts.map((part) => part.id), level, new Date(range.from), new Date(range.to)],
      rowMode: 'array',
    });
    const byStart = new Map<number, Map<number, Bucket>>();
    for (const cells of rows) {
      const bucket = bucketOf(cells, costed);
      const at = byStart.get(bucket.ts) ?? new Map<number, Bucket>();
      byStart.set(bucket.ts, at.set(Number(cells.at(-1)), bucket));
    }
    found.set(level, byStart);
  }
  return found;
}
