import { sql } from 'kysely';
import type { StatType } from '#contract/upload.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { jitterOf, type Period, periodsIn, slotAt } from '../domain/period.ts';
import type { Item } from '../domain/figure.ts';
import { fileBatch } from './batch.ts';
import { itemsOf } from './items.ts';
import { type Platform, platformsOf } from './platform.ts';

/** Further back nothing is made up by itself. */
const MOST_BACK_MS = 400 * DAY_MS;
/** How long the readings of a quarter of an hour may take to arrive. */
const ARRIVAL_MS = 10 * 60_000;
const LIVE_BACK_MS = DAY_MS;

/** What is due at a platform of one frequency: periods that are over and not settled, the oldest first. */
export interface DueWork {
  readonly statType: StatType;
  readonly items: readonly Item[];
  /** Figures that are due. */
  readonly figures: number;
  /** From the oldest of them to the end of the newest. */
  readonly span: Period;
}

/**
 * What is due: figures of periods in [from, to) that are over and neither acknowledged nor refused.
 */
async function dueWork(
  db: Db,
  platform: Platform,
  statType: StatType,
  { from, to }: Period,
): Promise<DueWork | null> {
  const periods = periodsIn(platform.zone, statType, from, to).filter((period) => period.to <= to);
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return null;
  const items = await itemsOf(db, platform.consumerId, { statTypes: [statType] });
  const { rows } = await sql<{ code: string; dates: number[] }>`
    select data_code as code, array_agg(distinct (date_part('epoch', stat_date) * 1000)::float8) as dates
    from upload_detail where platform_id = ${platform.id} and stat_type = ${statType}
      and stat_date >= ${new Date(first.from)} and stat_date < ${new Date(last.to)}
      and figure_state in ('acknowledged', 'refused', 'superseded') group by 1`.execute(db);
  const settled = new Map(rows.map(({ code, dates }) => [code, new Set(dates.map(Number))]));
  let [count, begin, end] = [0, Infinity, 0];
  const lacking = items.filter(({ dataCode }) => {
    const done = settled.get(dataCode);
    const missing = periods.filter((period) => !done?.has(period.from));
    count += missing.length;
    begin = Math.min(begin, missing[0]?.from ?? Infinity);
    end = Math.max(end, missing.at(-1)?.to ?? 0);
    return missing.length > 0;
  });
  return lacking.length === 0
    ? null
    : { statType, items: lacking, figures: count, span: { from: begin, to: end } };
}

/** From when on a platform makes up by itself: what ended since it was enabled, and the day before. */
async function dueSince(db: Db, platform: Platform, now: number): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`select _enabled_at as at from platform_info
    where id = ${platform.id}`.execute(db);
  return Math.max((rows[0]?.at?.getTime() ?? now) - DAY_MS, now - MOST_BACK_MS);
}

/** The begin of the period of a frequency that ended at or after an instant. */
function firstEnding(platform: Platform, statType: StatType, since: number): number {
  const reach = { 0: QUARTER_MS, 1: 2 * DAY_MS, 2: 63 * DAY_MS, 3: 732 * DAY_MS }[statType];
  return (
    periodsIn(platform.zone, statType, since - reach, since + 1).find(({ to }) => to > since)?.from ?? since
  );
}

const TYPES: readonly StatType[] = ['0', '1', '2', '3'];

/** What a platform owes now, of every frequency. */
export async function owed(db: Db, platform: Platform, now: number): Promise<DueWork[]> {
  const since = await dueSince(db, platform, now);
  const work: DueWork[] = [];
  for (const statType of TYPES) {
    const from = firstEnding(platform, statType, since);
    const one = await dueWork(db, platform, statType, { from, to: now });
    if (one) work.push(one);
  }
  return work;
}

/**
 * Files the batches that the slot of each enabled platform asks for: one of each frequency and slot. 15-minute figures of
 * a platform that wants them as they come are filed each quarter of an hour. @returns how many
 */
export async function fileDue(db: Db, now: number): Promise<number> {
  let count = 0;
  for (const platform of await platformsOf(db, null)) {
    if (!platform.enabled || !platform.registered) continue;
    const slot = slotAt(platform.zone, platform.uploadTime, platform.slotMs, now);
    const open = slot.from + jitterOf(platform.id, platform.slotMs) <= now && now < slot.to;
    if (open) {
      const n = await fileSlot(db, platform, slot, now);
      count += n;
    }
    if (platform.realtime === 'live') {
      const n = await fileLive(db, platform, now);
      count += n;
    }
  }
  return count;
}

async function fileSlot(db: Db, platform: Platform, slot: Period, now: number): Promise<number> {
  const filed = await filedSince(db, platform.id, slot.from);
  const wanted = TYPES.filter((type) => !filed.has(type) && (type !== '0' || platform.realtime === 'daily'));
  if (wanted.length === 0) return 0;
  const work = (await owed(db, platform, now)).filter(({ statType }) => wanted.includes(statType));
  for (const one of work) await file(db, platform, one);
  return work.length;
}

async function fileLive(db: Db, platform: Platform, now: number): Promise<number> {
  if ((await filedSince(db, platform.id, now - QUARTER_MS)).has('0')) return 0;
  const work = await dueWork(db, platform, '0', {
    from: Math.max(now - LIVE_BACK_MS, await dueSince(db, platform, now)),
    to: now - ARRIVAL_MS,
  });
  if (!work) return 0;
  await file(db, platform, work);
  return 1;
}

/** Frequencies of which a batch was filed by the schedule since an instant, or is under way. */
async function filedSince(db: Db, platformId: number, since: number): Promise<Set<StatType>> {
  const { rows } = await sql<{ type: StatType }>`select distinct stat_type as type from upload_record
    where platform_id = ${platformId} and trigger_kind = 'schedule' and stat_type is not null
      and (created_at >= ${new Date(since)} or record_state in ('prepared', 'preflight', 'sending'))`.execute(
    db,
  );
  return new Set(rows.map(({ type }) => type));
}

const file = (db: Db, platform: Platform, { statType, items, span }: DueWork) =>
  fileBatch(db, platform, {
    kind: 'data',
    trigger: 'schedule',
    statType,
    startedBy: null,
    params: { itemIds: items.map(({ id }) => id), ...span },
  });
