import { sql } from 'kysely';
import { DOUBT } from '#domain/demand/line.ts';
import { type KnownQuarter, openRuns, type OpenRun } from '#domain/demand/proven.ts';
import { dueWithin } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds, LEVEL } from '#domain/time/bucket.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { demandCounts } from './demandOver.ts';
import { partsOf } from './partsOf.ts';
import { type VisibleMeter, visibleMeters } from './visible.ts';

/** Where a meter has no demand. */
export interface OpenMeter {
  readonly meterId: number;
  readonly runs: readonly OpenRun[];
}

/**
 * The quarters of an hour of each interval that have no demand, meter by meter (`openRuns`), as far as it counts; meters
 * that have one of every quarter are absent, a virtual one is told as its parts. Intervals lie on the grid. What is
 * complete is passed over by months and days.
 * @param until what is not over, or still on its way, is not missing, ms
 */
export async function openOver(
  db: Db,
  meterIds: readonly number[],
  intervals: readonly Range[],
  until: number,
): Promise<OpenMeter[][]> {
  const found = intervals.map((): OpenMeter[] => []);
  const counts = await demandCounts(db, meterIds, intervals);
  const due = ({ from, to }: Range): number => Math.floor((Math.min(to, until) - from) / QUARTER_MS);
  const wanted = (meter: VisibleMeter, key: number, interval: Range): Wanted[] => {
    const range = dueWithin(meter.counting, interval);
    return range === null || range.from >= until ? [] : [{ ...range, key, meter }];
  };
  const short = (await visibleMeters(db, meterIds)).flatMap((meter) =>
    intervals.flatMap((interval, key) =>
      // Where windows slide, one of them counts as a demand of its quarter of an hour: days alone tell what is complete.
      wanted(meter, key, interval).filter((range) => meter.slides || (counts[key]?.get(meter.id) ?? 0) < due(range)),
    ),
  ); // prettier-ignore
  if (short.length === 0) return found;
  const parts = await partsOf(db, [...new Set(short.map(({ meter }) => meter.id))]);
  const shown = parts.size === 0 ? [] : await visibleMeters(db, [...parts.values()].flat());
  const real = short.flatMap((one) => {
    const ids = parts.get(one.meter.id);
    const own = shown.filter(({ id }) => ids?.includes(id));
    return ids ? own.flatMap((meter) => wanted(meter, one.key, intervals[one.key] ?? one)) : [one];
  });
  const each = [...new Map(real.map((one) => [`${one.key} ${one.meter.id}`, one])).values()];
  const ofParts = shown.length === 0 ? [] : await demandCounts(db, shown.map(({ id }) => id), intervals); // prettier-ignore
  const lacks = (one: Wanted): number =>
    due(one) - (ofParts[one.key]?.get(one.meter.id) ?? counts[one.key]?.get(one.meter.id) ?? 0);
  const far = tooMany(each, intervals, lacks);
  const near = each.filter(({ key }) => !far.has(key));
  const days = near.length === 0 ? [] : (await openDays(db, near)).filter(({ from }) => from < until);
  const quarters = days.length === 0 ? [] : await quartersIn(db, days);
  const runs = new Map<string, OpenRun[]>();
  for (const one of each) {
    const run: OpenRun = { from: one.from, to: Math.min(one.to, until), kind: 'missing', energy: null };
    if (far.has(one.key) && lacks(one) > 0) runs.set(`${one.key} ${one.meter.id}`, [run]);
  }
  days.forEach((day, i) => {
    const name = `${day.key} ${day.meter.id}`;
    const own = openRuns(quarters[i] ?? [], day)
      .filter(({ from }) => from < until)
      .map((run) => (run.kind === 'missing' && run.to > until ? { ...run, to: until } : run));
    runs.set(name, [...(runs.get(name) ?? []), ...own]);
  });
  for (const { key, meter } of each) {
    const own = runs.get(`${key} ${meter.id}`) ?? [];
    if (own.length > 0) found[key]?.push({ meterId: meter.id, runs: own });
  }
  return found;
}

/** Longer than any settlement month, and so many quarters of an hour: 1,500 days of one meter. */
const LONG_MS = 62 * DAY_MS;
const MOST_QUARTERS = 144_000;

/** The long intervals in which so much is open that nobody waits for what it proves: all of it may hide a higher demand. */
function tooMany(
  open: readonly Wanted[],
  intervals: readonly Range[],
  lacks: (one: Wanted) => number,
): ReadonlySet<number> {
  const missing = intervals.map(() => 0);
  for (const one of open) missing[one.key] = (missing[one.key] ?? 0) + lacks(one);
  const isFar = ({ from, to }: Range, key: number): boolean =>
    to - from > LONG_MS && (missing[key] ?? 0) > MOST_QUARTERS;
  return new Set(intervals.flatMap((interval, key) => (isFar(interval, key) ? [key] : [])));
}

interface Wanted extends Range {
  readonly key: number;
  readonly meter: VisibleMeter;
}

/** The days of intervals that lack a demand, neighbours as one; a span that lies over midnight leaves both without. */
async function openDays(db: Db, intervals: readonly Wanted[]): Promise<Wanted[]> {
  const bounds = new Map<Zone, number[]>();
  const [from, to] = [Math.min(...intervals.map((one) => one.from)), Math.max(...intervals.map((one) => one.to))]; // prettier-ignore
  for (const { meter } of intervals)
    if (!bounds.has(meter.zone)) bounds.set(meter.zone, bucketBounds(meter.zone, LEVEL.day, from, to));
  const first = Math.min(...[...bounds.values()].map((list) => list[0] ?? from));
  const ids = [...new Set(intervals.map(({ meter }) => meter.id))];
  const { rows } = await sql<{ id: number; ts: Date; n: number; covered: number; flags: number }>`
    select m.id, u.ts, u.n, u.covered, u.flags from unnest(${ids}::integer[]) m (id) cross join lateral (
      select ts, md_n as n, covered_s as covered, flags from usage where meter_id = m.id and level = ${LEVEL.day}
        and ts >= ${new Date(first)} and ts < ${new Date(to)} offset 0) u`.execute(db);
  const known = new Map(rows.map((row) => [`${row.id} ${row.ts.getTime()}`, row]));
  const days: Wanted[] = [];
  for (const interval of intervals) {
    const { meter } = interval;
    const list = bounds.get(meter.zone) ?? [];
    let last: Wanted | undefined;
    for (const [i, start] of list.entries()) {
      const end = list[i + 1];
      if (end === undefined || end <= interval.from || start >= interval.to) continue;
      const own = known.get(`${meter.id} ${start}`);
      const measured = own !== undefined && own.n >= (end - start) / QUARTER_MS;
      // A quarter of an hour that is not whole, or in doubt, has no demand, whatever slid over a part of it.
      const whole = own !== undefined && own.covered * 1000 >= end - start && (own.flags & DOUBT) === 0;
      if (measured && (!meter.slides || whole)) continue;
      const day = { ...interval, from: Math.max(interval.from, start), to: Math.min(interval.to, end) };
      if (last?.to === day.from) days[days.length - 1] = last = { ...last, to: day.to };
      else days.push((last = day));
    }
  }
  return days;
}

interface Row {
  readonly key: number;
  readonly ts: number;
  readonly pp: string | null;
  readonly solid: boolean;
  readonly flags: number;
  readonly covered: number;
  readonly head: number | null;
  readonly tail: number | null;
}

const ms = (column: string) => sql.raw(`(date_part('epoch', ${column}) * 1000)::float8`);

/** The quarters of each interval, in the order of time, with the one behind it. */
async function quartersIn(db: Db, intervals: readonly Wanted[]): Promise<KnownQuarter[][]> {
  const found = intervals.map((): KnownQuarter[] => []);
  const { rows } = await sql<Row>`
    select r.key::integer - 1 as key, u.*
    from unnest(${intervals.map((one) => one.meter.id)}::integer[],
        ${intervals.map((one) => new Date(one.from))}::timestamptz[],
        ${intervals.map((one) => new Date(one.to))}::timestamptz[]) with ordinality r (id, from_ts, to_ts, key)
      cross join lateral (
        select ${ms('ts')} as ts, pp::text as pp, md is not null as solid, flags, covered_s as covered,
          ${ms('head_from')} as head, ${ms('head_to')} as tail
        from usage_in(r.id, 1, r.from_ts, r.to_ts + interval '1 second') q
        order by q.ts offset 0) u
    order by r.key, u.ts`.execute(db);
  for (const { key, ts, pp, solid, flags, covered, head, tail } of rows)
    found[key]?.push({
      ts,
      energy: pp === null ? null : BigInt(pp),
      solid,
      flags,
      coveredS: covered,
      headFrom: head,
      headTo: tail,
    });
  return found;
}
