import { sql } from 'kysely';
import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { jitterOf, type Period, periodsIn, slotAt } from '../domain/period.ts';
import type { Item } from '../domain/figure.ts';
import { fileBatch, type Only } from './batch.ts';
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
  readonly only: Only;
}

/**
 * What is due: figures of periods in [from, to) that are over and neither acknowledged nor refused, by their newest revision:
 * a correction that no platform acknowledged is due like a figure that it never had.
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
    select code, array_agg((date_part('epoch', stat_date) * 1000)::float8) as dates from (
      select distinct on (data_code, stat_date) data_code as code, stat_date, figure_state as state
      from upload_detail where platform_id = ${platform.id} and stat_type = ${statType}
        and stat_date >= ${new Date(first.from)} and stat_date < ${new Date(last.to)}
      order by data_code, stat_date, revision desc) newest
    where state in ('acknowledged', 'refused') group by 1`.execute(db);
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
    : { statType, items: lacking, figures: count, span: { from: begin, to: end }, only: 'due' };
}

/** Corrections of periods before an instant that no platform acknowledged, and no batch under way carries; null = none. */
async function leftBefore(
  db: Db,
  platform: Platform,
  statType: StatType,
  from: number,
): Promise<DueWork | null> {
  const { rows } = await sql<{ code: string; first: number; last: number; n: number }>`
    select d.data_code as code, (date_part('epoch', min(d.stat_date)) * 1000)::float8 as first,
      (date_part('epoch', max(d.stat_date)) * 1000)::float8 as last, count(*)::integer as n
    from upload_detail d left join upload_record r on r.id = d.record_id
    where d.platform_id = ${platform.id} and d.stat_type = ${statType} and d.revision > 1 and d.stat_date < ${new Date(from)}
      and d.figure_state in ('waiting', 'unknown') and coalesce(r.record_state, 'stopped') not in ('prepared', 'preflight', 'sending')
      and not exists (select from upload_detail n where n.platform_id = d.platform_id and n.data_code = d.data_code
        and n.stat_type = d.stat_type and n.stat_date = d.stat_date and n.revision > d.revision)
    group by 1`.execute(db);
  if (rows.length === 0) return null;
  const codes = new Set(rows.map(({ code }) => code));
  const items = (await itemsOf(db, platform.consumerId, { statTypes: [statType] })).filter(({ dataCode }) => codes.has(dataCode)); // prettier-ignore
  if (items.length === 0) return null;
  const figures = rows.reduce((sum, { n }) => sum + n, 0);
  const span = {
    from: Math.min(...rows.map((row) => row.first)),
    to: Math.max(...rows.map((row) => row.last)) + 1,
  };
  return { statType, items, figures, span, only: 'left' };
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
export const owed = (db: Db, platform: Platform, now: number): Promise<DueWork[]> =>
  owedOf(db, platform, TYPES, () => now);

/** What it owes of some frequencies, of each up to an instant. */
async function owedOf(
  db: Db,
  platform: Platform,
  types: readonly StatType[],
  until: (statType: StatType) => number,
): Promise<DueWork[]> {
  const since = await dueSince(db, platform, until(STAT_TYPE.day));
  const work: DueWork[] = [];
  for (const statType of types) {
    const from = firstEnding(platform, statType, since);
    const left = await leftBefore(db, platform, statType, from);
    if (left) work.push(left);
    const one = await dueWork(db, platform, statType, { from, to: until(statType) });
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

/** The slot makes up what of 15-minute figures came too late for a platform that wants them as they come. */
async function fileSlot(db: Db, platform: Platform, slot: Period, now: number): Promise<number> {
  const live = platform.realtime === 'live';
  const filed = await filedSince(db, platform.id, slot.from, live ? 'late' : 'all');
  const wanted = TYPES.filter((type) => !filed.has(type));
  if (wanted.length === 0) return 0;
  const work = await owedOf(db, platform, wanted, (type) =>
    live && type === STAT_TYPE.quarter ? now - LIVE_BACK_MS : now,
  );
  for (const one of work) await file(db, platform, one);
  return work.length;
}

async function fileLive(db: Db, platform: Platform, now: number): Promise<number> {
  if ((await filedSince(db, platform.id, now - QUARTER_MS, 'live')).has(STAT_TYPE.quarter)) return 0;
  const work = await dueWork(db, platform, '0', {
    from: Math.max(now - LIVE_BACK_MS, await dueSince(db, platform, now)),
    to: now - ARRIVAL_MS,
  });
  if (!work) return 0;
  await file(db, platform, work);
  return 1;
}

/**
 * Frequencies of which a batch was filed by the schedule since an instant, or is under way.
 * @param quarters of batches of 15-minute figures those that go as they come, those that make up what came late, or all
 */
async function filedSince(
  db: Db,
  platformId: number,
  since: number,
  quarters: 'live' | 'late' | 'all',
): Promise<Set<StatType>> {
  const { rows } = await sql<{ type: StatType }>`select distinct stat_type as type from upload_record
    where platform_id = ${platformId} and trigger_kind = 'schedule' and stat_type is not null
      and (created_at >= ${new Date(since)} or record_state in ('prepared', 'preflight', 'sending'))
      and (${quarters} = 'all' or stat_type <> ${STAT_TYPE.quarter}
        or (period_to <= created_at - make_interval(secs => ${LIVE_BACK_MS / 1000 - 60})) = (${quarters} = 'late'))`.execute(
    db,
  );
  return new Set(rows.map(({ type }) => type));
}

const file = (db: Db, platform: Platform, { statType, items, span, only }: DueWork) =>
  fileBatch(db, platform, {
    kind: 'data',
    trigger: 'schedule',
    statType,
    startedBy: null,
    params: { itemIds: items.map(({ id }) => id), ...span, only },
  });
