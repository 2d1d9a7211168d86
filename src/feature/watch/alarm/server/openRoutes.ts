import { sql } from 'kysely';
import * as z from 'zod';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { LevelCount, OpenAlarms, SiteCount } from '../contract.ts';
import { conditionOf, OPEN, type RecordQuery } from './query.ts';
import { alarmRows, SHELF } from './rows.ts';

/** Spans of the flood bar: ten minutes each, two hours in all. */
const SPANS = 12;
const SPAN_MINUTES = 10;

const SHOWN = {
  open: sql<boolean>`true`,
  unconfirmed: sql<boolean>`(r.process = '0' and h.until_at is null)`,
  shelved: sql<boolean>`h.until_at is not null`,
} as const;

const getOpen = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getOpen',
  summary: {
    zh: '未复归与未确认的告警，按级别',
    en: 'Alarms that stand or wait for somebody, by priority',
  },
  permission: 'event.alarmRecord.view',
  params: z.object({
    enterpriseId: id().optional(),
    siteId: id().optional(),
    alarmLevel: z.enum(['1', '2', '3', '4']).optional(),
    shown: z.enum(['open', 'unconfirmed', 'shelved']).default('open'),
    /** `watch`: what the platform watches is left out, in the counts too; its notices are told beside. */
    without: z.enum(['watch']).optional(),
    ...paging,
  }),
  example: { current: 1, pageSize: 50 },
  handler: async ({ trx, params }): Promise<OpenAlarms> => {
    const { current, pageSize } = pageOf(params);
    const { shown, enterpriseId, without } = params;
    const { rows } = await alarmRows(trx, {
      where: sql<boolean>`${OPEN} and ${conditionOf(params)} and ${SHOWN[shown]}`,
      // What is shelved comes last, the grave before the slight, what waits before what somebody has seen.
      order: sql`h.until_at is not null, r.alarm_level, r.process <> '0', r.raised_at desc, r.id desc`,
      limit: pageSize,
      offset: (current - 1) * pageSize,
      uncounted: true,
    });
    const groups = await groupsOf(trx, { enterpriseId, without });
    return {
      ...countsOf(groups),
      list: rows,
      pagination: { current, pageSize, total: totalOf(groups, params) },
      raises: await raisesOf(trx, { enterpriseId, without }),
    };
  },
});

interface Group extends LevelCount, Omit<SiteCount, 'levels'> {
  readonly now: number;
  readonly shelved: number;
  readonly standing: number;
  readonly oldestAt: number | null;
}

/** How many are open, by site and level; the enterprise alone counts, whatever of it the list shows. */
async function groupsOf(trx: Db, query: RecordQuery): Promise<readonly Group[]> {
  const { rows } = await sql<Group>`
    select r.site_id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName", r.alarm_level as level,
      count(*)::integer as open, count(*) filter (where r.process = '0' and h.until_at is null)::integer as unconfirmed,
      count(h.until_at)::integer as shelved,
      count(*) filter (where r.alarm_status = '1' and r.raised_at < now() - interval '1 day')::integer as standing,
      floor(extract(epoch from min(r.raised_at) filter (where r.alarm_status = '1'
        and r.raised_at < now() - interval '1 day')) * 1000)::float8 as "oldestAt"
    from alarm_record r ${SHELF} left join monitor_site s on s.id = r.site_id
    where ${OPEN} and ${conditionOf(query)} group by r.site_id, s.org_name, s.org_name_en, r.alarm_level
    order by 3, 2, 1`.execute(trx);
  return rows;
}

type Narrowing = Pick<RecordQuery, 'siteId' | 'alarmLevel'> & { readonly shown: keyof typeof SHOWN };

/** How many the list has that a site, a level and what it shows narrow. */
const totalOf = (groups: readonly Group[], { siteId, alarmLevel, shown }: Narrowing): number =>
  add(
    groups.filter((one) => (siteId ?? one.siteId) === one.siteId && (alarmLevel ?? one.level) === one.level),
    shown,
  );

function countsOf(rows: readonly Group[]): Omit<OpenAlarms, 'list' | 'pagination' | 'raises'> {
  const of = (groups: readonly Group[]): LevelCount[] =>
    ['1', '2', '3', '4'].flatMap((level) => {
      const own = groups.filter((one) => one.level === level);
      return own.length === 0
        ? []
        : [{ level, open: add(own, 'open'), unconfirmed: add(own, 'unconfirmed') }];
    });
  const oldest = rows.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt]));
  // The gravest sites first, as the rows come.
  const sites = [...new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]))];
  return {
    now: Date.now(),
    levels: of(rows),
    sites: sites.map(([siteId, siteName]) => ({
      siteId,
      siteName,
      levels: of(rows.filter((one) => one.siteId === siteId)),
    })),
    shelved: add(rows, 'shelved'),
    standing: add(rows, 'standing'),
    oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
  };
}

const add = (groups: readonly Group[], key: keyof typeof SHOWN | 'standing'): number =>
  groups.reduce((n, group) => n + group[key], 0);

/** Raises of the last two hours in spans of ten minutes: of records, and those that raised a record again. */
async function raisesOf(trx: Db, query: RecordQuery): Promise<number[]> {
  const since = sql`now() - ${SPANS * SPAN_MINUTES}::integer * interval '1 minute'`;
  const { rows } = await sql<{ span: number; count: number }>`
    select floor(extract(epoch from now() - at) / ${SPAN_MINUTES * 60}::integer)::integer as span, count(*)::integer as count
    from (
      select r.raised_at as at from alarm_record r where ${conditionOf(query)} and r.raised_at > ${since} and r.raised_at <= now()
      union all
      select t.at from alarm_act t join alarm_record r on r.id = t.record_id
      where t.kind = 'raise' and t.at > ${since} and t.at > r.raised_at and ${conditionOf(query)}) x
    group by 1`.execute(trx);
  const counts = new Map(rows.map(({ span, count }) => [span, count]));
  return Array.from({ length: SPANS }, (_, i) => counts.get(SPANS - 1 - i) ?? 0);
}

export const openRoutes = [getOpen];
