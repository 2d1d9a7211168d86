import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { alarmRates, type RecordFacts } from '#domain/alarm/rate.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { startOfDate } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import type { AlarmRatesWire, AlarmRow } from '../contract.ts';
import { conditionOf, type RecordQuery } from './query.ts';
import { alarmRows } from './rows.ts';

/** What is told where no range is asked for. */
const USUAL_DAYS = 30;
const MOST_DAYS = 366;
/** A range with more records than this is to be asked for in parts. */
const MOST_RECORDS = 200_000;
/** So many of those that stand or chatter are named. */
const NAMED = 20;

interface FactRow {
  readonly recordId: number;
  readonly ruleId: string;
  readonly level: string;
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly confirmedAt: number | null;
  readonly raiseCount: number;
  readonly again: readonly number[] | null;
}

/** The figures of alarm management of what a query asks for (EEMUA 191, ISA-18.2). @param now ms */
export async function ratesOf(trx: Db, query: RecordQuery, now: number): Promise<AlarmRatesWire> {
  const { from, to } = await rangeOf(trx, query, now);
  const facts = await factsOf(trx, query, from, to);
  const { standing, chattering, byLevel, ...rates } = alarmRates(facts, from, to);
  return {
    from,
    to,
    ...rates,
    byLevel: [...byLevel].map(([level, share]) => ({ level, share })).toSorted((a, b) => a.level - b.level),
    standing: standing.length,
    standingFirst: await named(trx, standing),
    chattering: chattering.length,
    chatteringFirst: await named(trx, chattering),
  };
}

/** The range in ms: dates on the clock of the site asked for, else of the enterprise's first; it ends now at the latest. */
async function rangeOf(trx: Db, query: RecordQuery, now: number): Promise<{ from: number; to: number }> {
  const { rows } = await sql<{ zone: string | null }>`select time_zone as zone from monitor_site
    where (${query.siteId ?? null}::integer is null or id = ${query.siteId ?? null})
      and (${query.enterpriseId ?? null}::integer is null or consumer_id = ${query.enterpriseId ?? null})
    order by id limit 1`.execute(trx);
  const zone = rows[0]?.zone ?? HOME_ZONE;
  const read = (text: string, days: number): number =>
    text.length === 10 ? startOfDate(zone, text, days) : Date.parse(text);
  const to = query.endTime === undefined ? now : Math.min(now, read(query.endTime, 1));
  const from = query.startTime === undefined ? to - USUAL_DAYS * DAY_MS : read(query.startTime, 0);
  if (from >= to)
    throw badInput({ zh: '开始时间：必须早于现在和结束时间', en: 'Begin: must lie before now and before the end' }, 'startTime'); // prettier-ignore
  if (to - from > (MOST_DAYS + 1) * DAY_MS)
    throw badInput({ zh: `开始时间：最多统计 ${MOST_DAYS} 天`, en: `Begin: at most ${MOST_DAYS} days are counted` }, 'startTime'); // prettier-ignore
  return { from, to };
}

/** Records that stood at some time of the range, with every raise. What the platform watches is a rule a kind; a record
 * by hand is a rule of its own. Nobody could have confirmed in time what was found late: its confirmation does not count. */
async function factsOf(trx: Db, query: RecordQuery, from: number, to: number): Promise<RecordFacts[]> {
  const { enterpriseId, siteId } = query;
  const { rows } = await sql<FactRow>`
    select r.id as "recordId", coalesce(r.alarm_id::text, r._watch_kind, 'record ' || r.id::text) as "ruleId", r.alarm_level as level,
      extract(epoch from r.raised_at)::float8 * 1000 as "raisedAt", extract(epoch from r.cleared_at)::float8 * 1000 as "clearedAt",
      case when r.origin is distinct from 'late' then extract(epoch from r.confirmed_at)::float8 * 1000 end as "confirmedAt", r.raise_count as "raiseCount", a.again
    from alarm_record r left join lateral (
      select array_agg(extract(epoch from t.at)::float8 * 1000 order by t.at) as again
      from alarm_act t where r.raise_count > 1 and t.record_id = r.id and t.kind = 'raise' and t.at > r.raised_at) a on true
    where ${conditionOf({ enterpriseId, siteId })} and r.raised_at < ${new Date(to)}
      and (r.cleared_at is null or r.cleared_at >= ${new Date(from)} or r.raised_at >= ${new Date(from)})
    limit ${MOST_RECORDS + 1}`.execute(trx);
  if (rows.length > MOST_RECORDS)
    throw badInput({ zh: '开始时间：告警过多，请缩短时间段', en: 'Begin: too many alarms, ask for less time' }, 'startTime'); // prettier-ignore
  return rows.map(({ level, raisedAt, again, ...row }) => ({
    ...row,
    level: Number(level),
    raises: [raisedAt, ...(again ?? [])],
  }));
}

async function named(trx: Db, ids: readonly number[]): Promise<AlarmRow[]> {
  if (ids.length === 0) return [];
  const first = ids.toSorted((a, b) => b - a).slice(0, NAMED);
  const { rows } = await alarmRows(trx, {
    where: sql<boolean>`r.id = any(${first}::integer[])`,
    order: sql`r.raised_at, r.id`,
    limit: NAMED,
    offset: 0,
  });
  return rows;
}
