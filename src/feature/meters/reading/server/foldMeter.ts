import type pg from 'pg';
import type { Range } from '#domain/fold/reach.ts';
import { devicesOf } from '#domain/ledger/segment.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import type { Extent } from './loadInput.ts';
import { type CountingCells, followCounting, keptCountingOf, type KeptCounting } from './counting.ts';
import { FOLD_LOCK } from './foldLock.ts';
import { tellFolded } from './foldNotice.ts';
import { type Reach, loadReach } from './loadReach.ts';
import { type MeterRow, meterFacts } from './meterFacts.ts';
import { inTransaction } from './transaction.ts';
import { writeReach } from './writeReach.ts';
import { type Part, markSums, partsOf, sumRange, writeSum } from './writeSum.ts';

/** Most time folded in one transaction, so that memory stays bounded. */
const CHUNK_MS = 31 * DAY_MS;
/** Changes at most this far apart are folded together. */
const NEAR_MS = DAY_MS;
const MOST_MARKS = 5000;

interface Mark {
  readonly id: string;
  readonly from: Date;
  readonly to: Date;
  readonly codes: string;
  readonly span: number;
  readonly markedAt: Date;
}

/** Number of buckets written, or null when another process folds this meter now. */
export async function foldMeter(pool: pg.Pool, meterId: number): Promise<number | null> {
  let folded: Range | undefined;
  const count = await inTransaction(pool, async (client) => {
    folded = undefined;
    // What is lost in a crash is lost together with its marks' removal, and folded again.
    const { rows: locks } = await client.query<{ locked: boolean }>({
      name: 'fold_lock',
      text: `select pg_try_advisory_xact_lock(${FOLD_LOCK}, $1) as locked, set_config('synchronous_commit', 'off', true)`,
      values: [meterId],
    });
    if (locks[0]?.locked !== true) return null;
    const { rows: marks } = await client.query<Mark>({
      name: 'fold_marks',
      text: `select id, from_ts as from, to_ts as to, codes, span_s as span, marked_at as "markedAt" from dirty
             where meter_id = $1 order by from_ts, id limit ${MOST_MARKS}`,
      values: [meterId],
    });
    if (marks.length === 0) return 0;
    const { extent, grown, kept } = await widenExtent(client, meterId, marks);
    const group = latestGroup(marks);
    const meter = await meterFacts(client, meterId);
    await markRecorded(client, meter, extent, grown);
    const parts = await partsOf(client, meterId);
    const changedFrom = Math.min(...marks.map((mark) => mark.from.getTime()));
    await followCounting(client, meter, { parts, kept, first: extent.first, changedFrom });
    const { change, out, written } =
      parts.length > 0
        ? await foldSum(client, meter, parts, group)
        : await foldReadings(client, meter, extent, group);
    await markSums(client, meterId, out);
    await client.query({
      name: 'fold_unmark',
      text: `delete from dirty where meter_id = $1 and id = any($2::bigint[])`,
      values: [meterId, group.ids],
    });
    if (change.from > group.from) {
      await client.query(`insert into dirty (meter_id, from_ts, to_ts, marked_at) values ($1, $2, $3, $4)`, [
        meterId,
        new Date(group.from),
        new Date(change.from),
        group.markedAt,
      ]);
    }
    folded = out;
    return written;
  });
  if (folded) tellFolded(meterId, folded);
  return count;
}

interface ExtentRow extends CountingCells {
  readonly codes: string;
  readonly span: number;
  readonly first: Date;
  readonly last: Date;
  readonly oldFirst: Date | null;
  readonly oldLast: Date | null;
}

/** What was folded: the changes taken, the quarters written, and how many buckets. */
interface Folded {
  readonly change: Range;
  readonly out: Range;
  readonly written: number;
}

async function foldReadings(
  client: pg.PoolClient,
  meter: MeterRow,
  extent: Extent,
  group: Range,
): Promise<Folded> {
  const { change, reach } = await chunkOf(client, meter, extent, group);
  return { change, out: reach.out, written: await writeReach(client, meter, reach) };
}

async function foldSum(
  client: pg.PoolClient,
  meter: MeterRow,
  parts: readonly Part[],
  group: Range,
): Promise<Folded> {
  const change = { from: Math.max(group.from, group.to - CHUNK_MS), to: group.to };
  const out = sumRange(change);
  return { change, out, written: await writeSum(client, meter, parts, out) };
}

/** Keeps what the marks say about the meter before they are gone; `grown` is by what its extent is longer now. */
async function widenExtent(
  client: pg.ClientBase,
  meterId: number,
  marks: readonly Mark[],
): Promise<{ extent: Extent; grown: Range[]; kept: KeptCounting }> {
  let codes = CodeSet.none;
  let span = 0;
  let first = Infinity;
  let last = -Infinity;
  for (const mark of marks) {
    codes = codes.joined(CodeSet.read(mark.codes));
    span = Math.max(span, mark.span);
    first = Math.min(first, mark.from.getTime());
    last = Math.max(last, mark.to.getTime());
  }
  const { rows } = await client.query<ExtentRow>({
    name: 'fold_extent',
    text: `with old as (select first_ts, last_ts from meter_fold where meter_id = $1)
           insert into meter_fold as m (meter_id, codes, span_s, first_ts, last_ts) values ($1, $2, $3, $4, $5)
           on conflict (meter_id) do update set codes = either_codes(m.codes, excluded.codes), span_s = greatest(m.span_s, excluded.span_s),
             first_ts = least(m.first_ts, excluded.first_ts), last_ts = greatest(m.last_ts, excluded.last_ts), folded_at = now()
           returning codes, span_s as span, first_ts as first, last_ts as last, heard_ts as heard,
             counts_from as "countsFrom", counts_to as "countsTo",
             (select first_ts from old) as "oldFirst", (select last_ts from old) as "oldLast"`,
    values: [meterId, String(codes), span, new Date(first), new Date(last)],
  });
  const row = rows[0];
  if (!row) throw new Error('The extent of a meter was not kept.');
  const extent = {
    codes: CodeSet.read(row.codes),
    span: row.span * 1000,
    first: row.first.getTime(),
    last: row.last.getTime(),
  };
  const oldFirst = row.oldFirst?.getTime() ?? extent.last;
  const oldLast = row.oldLast?.getTime() ?? extent.last;
  const grown = [
    { from: extent.first, to: oldFirst },
    { from: oldLast, to: extent.last },
  ];
  return { extent, grown: grown.filter(({ from, to }) => from < to), kept: keptCountingOf(row) };
}

/**
 * A device whose registers are both on record has its energy from the records alone, once the meter was heard while it
 * was there. Where the extent grows over it without a reading beside it, no change would reach it.
 */
async function markRecorded(
  client: pg.ClientBase,
  { id, life }: MeterRow,
  extent: Extent,
  grown: readonly Range[],
): Promise<void> {
  for (const { first, last } of devicesOf(life)) {
    const [begin, end] = [life[first], life[last]];
    if (!begin || !end || begin.startRegister === null || end.endRegister === null) continue;
    if (!grown.some(({ from, to }) => begin.from < to && end.to > from)) continue;
    await client.query(`insert into dirty (meter_id, from_ts, to_ts) values ($1, $2, $3)`, [
      id,
      new Date(Math.max(begin.from, extent.first)),
      new Date(Math.min(end.to, extent.last)),
    ]);
  }
}

/** The newest changes that lie together: what people look at is folded first. */
function latestGroup(marks: readonly Mark[]): { ids: string[]; from: number; to: number; markedAt: Date } {
  let group = { ids: [] as string[], from: 0, to: -Infinity, markedAt: new Date() };
  for (const mark of marks) {
    const from = mark.from.getTime();
    const to = mark.to.getTime();
    if (from - group.to > NEAR_MS) group = { ids: [], from, to, markedAt: mark.markedAt };
    group.ids.push(mark.id);
    if (mark.markedAt < group.markedAt) group.markedAt = mark.markedAt;
    group.to = Math.max(group.to, to);
  }
  return group;
}

/**
 * The newest part of a group of changes, with all that it makes wrong. Where a long span makes that much more than
 * a month, the changes inside are taken along, so that it is not written once for each month.
 */
async function chunkOf(
  client: pg.PoolClient,
  meter: MeterRow,
  extent: Extent,
  group: Range,
): Promise<{ change: Range; reach: Reach }> {
  let change = { from: Math.max(group.from, group.to - CHUNK_MS), to: group.to };
  for (;;) {
    const reach = await loadReach(client, meter, extent, change);
    const from = Math.max(group.from, reach.out.from);
    if (change.from - from <= NEAR_MS) return { change, reach };
    change = { from, to: group.to };
  }
}
