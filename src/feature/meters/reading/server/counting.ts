import { ENERGY_CODES } from '#contract/dataCode.ts';
import { type Counting, countingOf, countingOfAll } from '#domain/fold/counting.ts';
import { segmentAt } from '#domain/ledger/segment.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { FOLD_LOCK } from './foldLock.ts';
import { COUNTS, firstFoldReading, lastFoldReading } from '#series/public.ts';
import type { MeterRow } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';
import type { Part } from './writeSum.ts';

/** What is kept of when a meter counts, ms. */
export interface KeptCounting extends Counting {
  /** Start of its first value that counts; null = never heard. */
  readonly heard: number | null;
}

/**
 * From when a meter `a` with its row `f` of `meter_fold` counts in sums, as SQL: from its first value or its stated
 * commissioning, whichever is earlier. Null where it is neither; one that is out of use and was never heard is no part.
 * @param site the name of its site in the statement
 */
export const countsFrom = (site: string): string =>
  `case when a.state = '0' and f.counts_from is null then null
     else least(f.counts_from, a.commissioned::timestamp at time zone coalesce(${site}.time_zone, '${HOME_ZONE}')) end`;

/** When a meter counts as a statement reads it: `countsFrom` and `counts_to`. */
export interface CountingColumns {
  /** Null = never. */
  readonly countsFrom: Date | null;
  /** Null = for ever. */
  readonly countsTo: Date | null;
}

/** The same as it is kept in `meter_fold`. */
export interface CountingCells extends CountingColumns {
  readonly heard: Date | null;
}

const ms = (at: Date | null): number | null => at?.getTime() ?? null;
const dateOf = (at: number | null): Date | null => (at !== null && Number.isFinite(at) ? new Date(at) : null);

export const keptCountingOf = (cells: CountingCells | undefined): KeptCounting => ({
  heard: ms(cells?.heard ?? null),
  from: ms(cells?.countsFrom ?? null),
  to: ms(cells?.countsTo ?? null) ?? Infinity,
});

/** What a fold knows beside the meter's facts. */
export interface Seen {
  /** Of a virtual meter its parts; empty where it is one itself. */
  readonly parts: readonly Part[];
  readonly kept: KeptCounting;
  /** Start of all that ever came, ms. */
  readonly first: number;
  /** The first instant at which values came, went or changed, ms. */
  readonly changedFrom: number;
  /** What lies before it is final, ms: when the meter was first heard too. */
  readonly closed: number;
}

/**
 * Keeps when a meter counts, in the transaction of its fold. Where that is another than it was, the virtual meters
 * above it are marked: buckets that hold nothing of it demand it now, or no longer.
 */
export async function followCounting(client: Queryable, meter: MeterRow, seen: Seen): Promise<void> {
  const { parts, kept, first, changedFrom, closed } = seen;
  const changed =
    parts.length === 0 && (kept.heard === null || (changedFrom <= kept.heard && kept.heard >= closed));
  const heard = changed ? await firstHeard(client, meter, first) : parts.length > 0 ? null : kept.heard;
  const counting = parts.length > 0 ? countingOfAll(parts.map(countingOfColumns)) : await countingFrom(client, meter, heard); // prettier-ignore
  if (heard === kept.heard && counting.from === kept.from && counting.to === kept.to) return;
  await client.query({
    name: 'keep_counting',
    text: `update meter_fold set heard_ts = $2, counts_from = $3, counts_to = $4 where meter_id = $1`,
    values: [meter.id, dateOf(heard), dateOf(counting.from), dateOf(counting.to)],
  });
  // A sum that is being folded does not know of it yet: it ends first, and the next one begins when this is over.
  await client.query({
    name: 'hold_above',
    text: `select pg_advisory_xact_lock(${FOLD_LOCK}, s.ammeter_id)
           from (select ammeter_id from ammeter_sum where child_id = $1 order by ammeter_id) s`,
    values: [meter.id],
  });
  if (counting.from !== kept.from) await markAbove(client, meter.id, kept.from, counting.from);
  if (counting.to !== kept.to) await markAbove(client, meter.id, kept.to, counting.to);
}

/** When a meter counts by what a statement read. */
export const countingOfColumns = ({ countsFrom: from, countsTo: to }: CountingColumns): Counting => ({
  from: ms(from),
  to: ms(to) ?? Infinity,
});

/** When a meter counts by its facts, of which it is known when it was first heard. */
async function countingFrom(
  client: Queryable,
  { id, life, stepMs, inUse }: MeterRow,
  heard: number | null,
): Promise<Counting> {
  const recorded = life.find((segment) => segment.startRegister !== null)?.from ?? null;
  const ended = life.every((segment) => Number.isFinite(segment.to)) ? Math.max(...life.map((segment) => segment.to)) : null; // prettier-ignore
  // What a meter sends at the end of each step begins a step earlier.
  const step = heard !== null && segmentAt(life, heard)?.kind === 'interval' ? stepMs : 0;
  // One that was put out of use counts as long as it was heard.
  const last = inUse ? null : await lastHeard(client, id);
  const ends = [ended, last].filter((at) => at !== null);
  return countingOf({
    heard: heard === null ? null : heard - step,
    recorded,
    ended: ends.length > 0 ? Math.min(...ends) : null,
  });
}

/** The start of the first value of a meter that counts and that nobody took out, ms. */
async function firstHeard(client: Queryable, { id, voids }: MeterRow, from: number): Promise<number | null> {
  const taken = voids.filter((one) => one.kind === 'reading' && one.code === 'PP');
  const read = await firstFoldReading(client, id, from, taken);
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'first_interval',
    text: `select min(f.start_ts) as at from (values ${ENERGY_CODES.map((code) => `('${code}')`).join(', ')}) c (code)
             cross join lateral (select r.start_ts from interval_energy r where r.meter_id = $1 and r.code = c.code
               and r.start_ts >= $2 and ${COUNTS} order by r.start_ts limit 1) f`,
    values: [id, new Date(from)],
  });
  const all = [read, ...rows.map(({ at }) => ms(at))].filter((at) => at !== null);
  return all.length === 0 ? null : Math.min(...all);
}

async function lastHeard(client: Queryable, meterId: number): Promise<number | null> {
  const read = await lastFoldReading(client, meterId);
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'last_interval',
    text: `select max(r.end_ts) as at from interval_energy r where r.meter_id = $1 and ${COUNTS}`,
    values: [meterId],
  });
  const ends = [read, ...rows.map(({ at }) => ms(at))].filter((at) => at !== null);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Marks the virtual meters above a meter between two instants of which one is no longer, or not yet (null), a border. */
async function markAbove(
  client: Queryable,
  meterId: number,
  before: number | null,
  after: number | null,
): Promise<void> {
  const ends = [before ?? Infinity, after ?? Infinity];
  await client.query({
    name: 'mark_above',
    // One that is out of use begins to count by its first value, and then from its commissioning on.
    text: `insert into dirty (meter_id, from_ts, to_ts)
           select s.ammeter_id, greatest(least($2, o.commissioned), e.first_ts), least($3, e.last_ts)
           from ammeter_sum s cross join lateral (
             select min(f.first_ts) as first_ts, max(f.last_ts) as last_ts from meter_fold f
             where f.meter_id = s.ammeter_id
               or f.meter_id in (select c.child_id from ammeter_sum c where c.ammeter_id = s.ammeter_id)) e
             cross join lateral (
             select case when $4::boolean and a.state = '0'
               then a.commissioned::timestamp at time zone coalesce(m.time_zone, '${HOME_ZONE}') end as commissioned
             from ammeter a left join monitor_site m on m.id = a.site_id where a.id = $1) o
           where s.child_id = $1 and greatest(least($2, o.commissioned), e.first_ts) <= least($3, e.last_ts)`,
    values: [
      meterId,
      dateOf(Math.min(...ends)),
      dateOf(Math.max(...ends)),
      before === null || after === null,
    ],
  });
}
