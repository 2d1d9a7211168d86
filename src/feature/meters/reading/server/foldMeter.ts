import type pg from 'pg';
import { codeIndex, ENERGY_CODES } from '#contract/dataCode.ts';
import type { Range } from '#domain/fold/reach.ts';
import { devicesOf } from '#domain/ledger/segment.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Extent } from './loadInput.ts';
import { thinFactsOf } from './thin.ts';
import { followCounting } from './counting.ts';
import { FOLD_GATE, FOLD_LOCK } from './foldLock.ts';
import { Gather } from './gather.ts';
import { tellFolded } from './foldNotice.ts';
import { type FoldReadings, KeptReadings, keptReadingsOf, type LoadReadings } from './keptReadings.ts';
import { type Reach, loadReach } from './loadReach.ts';
import { type MeterRow, meterFacts } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Mark, widenExtent } from './widenExtent.ts';
import { writeReach } from './writeReach.ts';
import { type Part, markSums, partsOf, sumRange, writeSum } from './writeSum.ts';

/** Most time folded in one transaction, so that memory stays bounded. */
const CHUNK_MS = 31 * DAY_MS;
/** Changes at most this far apart are folded together. */
const NEAR_MS = DAY_MS;
const MOST_MARKS = 5000;

/** What was folded of meters: the buckets written, or null where another process folds the meter now. */
export async function foldMeters(
  pool: pg.Pool,
  meterIds: readonly number[],
): Promise<Map<number, number | null>> {
  const keptReadings = keptReadingsOf(pool);
  let done = new Map<number, Folded | null>();
  await inTransaction(pool, async (client) => {
    const ids = await lockMeters(client, meterIds);
    const gather = new Gather(client);
    const folded = await gather.all(ids.map((id) => () => foldOne(gather, id, keptReadings)));
    done = new Map(ids.map((id, i) => [id, folded[i] ?? null]));
  });
  for (const [meterId, folded] of done) {
    if (!folded) continue;
    tellFolded(meterId, folded.out);
    keptReadings.keep(meterId, folded.foldedAt, folded.readings);
  }
  return new Map(meterIds.map((id) => [id, done.has(id) ? (done.get(id)?.written ?? 0) : null]));
}

/** The same of one. */
export async function foldMeter(pool: pg.Pool, meterId: number): Promise<number | null> {
  return (await foldMeters(pool, [meterId])).get(meterId) ?? null;
}

/** Those that no other process folds now and nobody waits for, by their ids. */
async function lockMeters(client: pg.PoolClient, meterIds: readonly number[]): Promise<number[]> {
  // What is lost in a crash is lost together with its marks' removal, and folded again. Who stands still in the midst loses it.
  const { rows } = await client.query<{ id: number; locked: boolean }>({
    name: 'fold_lock',
    text: `with gate as materialized (
             select c.id, case when pg_try_advisory_lock(${FOLD_GATE}, c.id) then pg_advisory_unlock(${FOLD_GATE}, c.id) end as open
             from (select distinct consumer_id as id from ammeter where id = any($1::integer[])) c)
           select m as id, set_config('synchronous_commit', 'off', true), set_config('idle_in_transaction_session_timeout', '120s', true),
             case when a.id is null or g.open then pg_try_advisory_xact_lock(${FOLD_LOCK}, m) else false end as locked
           from unnest($1::integer[]) m left join ammeter a on a.id = m left join gate g on g.id = a.consumer_id order by m`,
    values: [meterIds.toSorted((a, b) => a - b)],
  });
  return rows.filter((row) => row.locked).map((row) => row.id);
}

/** Folds all that is marked of a meter in the caller's transaction, which holds it: for what must see the figures before it commits. */
export async function foldHeld(client: pg.PoolClient, meterId: number): Promise<void> {
  for (;;) {
    const gather = new Gather(client);
    // What the caller does may be undone: nothing of it is kept.
    const [folded] = await gather.all([() => foldOne(gather, meterId, new KeptReadings())]);
    if (!folded) return;
  }
}

/** Folds the newest marked part of a meter that is locked; null where nothing is marked. */
async function foldOne(gather: Gather, meterId: number, keptReadings: KeptReadings): Promise<Folded | null> {
  const { rows: marks } = await gather.query<Mark>({
    name: 'fold_marks',
    text: `select id, from_ts as from, to_ts as to, codes, span_s as span, marked_at as "markedAt" from dirty
           where meter_id = $1 order by from_ts, id limit ${MOST_MARKS}`,
    values: [meterId],
    each: ['integer'],
  });
  const [earliest] = marks;
  if (!earliest) return null;
  // Those beyond the limit begin later.
  const changedFrom = earliest.from.getTime();
  const { extent, grown, kept, closed, foldedAt, foldedBefore } = await widenExtent(gather, meterId, marks);
  const readings = keptReadings.begin(meterId, foldedBefore, changedFrom, closed);
  const group = latestGroup(marks);
  const meter = await meterFacts(gather, meterId);
  readings.by(thinFactsOf(meter, extent));
  await markRecorded(gather, meter, extent, grown);
  const parts = await partsOf(gather, meterId);
  await followCounting(gather, meter, { parts, kept, first: extent.first, changedFrom, closed });
  if (group.to < closed) {
    // What it was folded from is in files: the figures stay.
    await gather.call(unmark, { meterId, ids: group.ids });
    return { change: group, out: { from: closed, to: closed }, written: 0, readings, foldedAt };
  }
  const from = Math.max(group.from, closed);
  const folded =
    parts.length > 0
      ? await foldSum(gather, meter, parts, { from, to: group.to })
      : await foldReadings(gather, meter, extent, { ...group, from }, closed, readings.load);
  await gather.call(markSums, { meterId, out: folded.out });
  await gather.call(markFigures, { meterId, out: folded.out });
  await gather.call(unmark, { meterId, ids: group.ids });
  if (folded.change.from > from) {
    await gather.query({
      text: `insert into dirty (meter_id, from_ts, to_ts, codes, marked_at) values ($1, $2, $3, $4, $5)`,
      values: [
        meterId,
        new Date(from),
        new Date(folded.change.from),
        String(group.codes ?? ''),
        group.markedAt,
      ],
    });
  }
  return { ...folded, readings, foldedAt };
}

/** Marks the alarm rules on figures that have judged buckets there: they are judged again. */
async function markFigures(
  client: pg.PoolClient,
  written: readonly { readonly meterId: number; readonly out: Range }[],
): Promise<readonly void[]> {
  await client.query({
    name: 'fold_mark_figures',
    text: 'select alarm_figure_mark($1::integer[], $2::timestamptz[])',
    values: [written.map((one) => one.meterId), written.map((one) => new Date(one.out.from))],
  });
  return [];
}

async function unmark(
  client: pg.PoolClient,
  done: readonly { readonly meterId: number; readonly ids: readonly string[] }[],
): Promise<readonly void[]> {
  await client.query({
    name: 'fold_unmark',
    text: `delete from dirty d using unnest($1::integer[], $2::bigint[]) as g (meter_id, id)
           where d.meter_id = g.meter_id and d.id = g.id`,
    values: [done.flatMap(({ meterId, ids }) => ids.map(() => meterId)), done.flatMap(({ ids }) => ids)],
  });
  return [];
}

/** What was folded: the changes taken, the quarters written, and how many buckets. */
interface Written {
  readonly change: Range;
  readonly out: Range;
  readonly written: number;
}

/** The same with what was read for it, and when. */
interface Folded extends Written {
  readonly readings: FoldReadings;
  readonly foldedAt: string;
}

async function foldReadings(
  client: Gather,
  meter: MeterRow,
  extent: Extent,
  group: Group,
  closed: number,
  load: LoadReadings,
): Promise<Written> {
  const { change, reach } = await chunkOf(client, meter, extent, group, load);
  // However far a change reaches back: what is final is not written again.
  const out = { from: Math.max(reach.out.from, closed), to: Math.max(reach.out.to, closed) };
  const written = out.from < out.to ? await writeReach(client, meter, { ...reach, out }) : 0;
  return { change, out, written };
}

async function foldSum(
  client: Gather,
  meter: MeterRow,
  parts: readonly Part[],
  group: Range,
): Promise<Written> {
  const change = { from: Math.max(group.from, group.to - CHUNK_MS), to: group.to };
  const out = sumRange(change);
  return { change, out, written: await writeSum(client, meter, parts, out) };
}

/**
 * A device whose registers are both on record has its energy from the records alone, once the meter was heard while it
 * was there. Where the extent grows over it without a reading beside it, no change would reach it.
 */
async function markRecorded(
  client: Queryable,
  { id, life }: MeterRow,
  extent: Extent,
  grown: readonly Range[],
): Promise<void> {
  for (const { first, last } of devicesOf(life)) {
    const [begin, end] = [life[first], life[last]];
    if (!begin || !end || begin.startRegister === null || end.endRegister === null) continue;
    if (!grown.some(({ from, to }) => begin.from < to && end.to > from)) continue;
    await client.query({
      text: `insert into dirty (meter_id, from_ts, to_ts) values ($1, $2, $3)`,
      values: [id, new Date(Math.max(begin.from, extent.first)), new Date(Math.min(end.to, extent.last))],
    });
  }
}

/** Changes that lie together. */
interface Group extends Range {
  readonly ids: readonly string[];
  readonly markedAt: Date;
  /** The codes that changed; null = any of them. */
  readonly codes: CodeSet | null;
}

/** The newest changes that lie together: what people look at is folded first. */
function latestGroup(marks: readonly Mark[]): Group {
  let group = {
    ids: [] as string[],
    from: 0,
    to: -Infinity,
    markedAt: new Date(),
    codes: null as CodeSet | null,
  };
  for (const mark of marks) {
    const from = mark.from.getTime();
    const to = mark.to.getTime();
    const codes = mark.codes === '' ? null : CodeSet.read(mark.codes);
    if (from - group.to > NEAR_MS) group = { ids: [], from, to, markedAt: mark.markedAt, codes };
    group.ids.push(mark.id);
    if (mark.markedAt < group.markedAt) group.markedAt = mark.markedAt;
    group.to = Math.max(group.to, to);
    group.codes = group.codes && codes && group.codes.joined(codes);
  }
  return group;
}

/**
 * The newest part of a group of changes, with all that it makes wrong. Where a long span makes that much more than
 * a month, the changes inside are taken along, so that it is not written once for each month.
 */
async function chunkOf(
  client: Gather,
  meter: MeterRow,
  extent: Extent,
  group: Group,
  load: LoadReadings,
): Promise<{ change: Range; reach: Reach }> {
  const { codes } = group;
  const changed = codes && new Set(ENERGY_CODES.filter((code) => codes.has(codeIndex(code))));
  let change = { from: Math.max(group.from, group.to - CHUNK_MS), to: group.to };
  for (;;) {
    const reach = await loadReach(client, meter, extent, change, changed ?? undefined, load);
    const from = Math.max(group.from, reach.out.from);
    if (change.from - from <= NEAR_MS) return { change, reach };
    change = { from, to: group.to };
  }
}
