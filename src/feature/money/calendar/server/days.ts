import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { type DayType, isShown, PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { hasDeepValley, nationalDays } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';
import type { ListedDay, PeriodInUse } from '../contract.ts';
import { periodsOfDay } from './periodsOfDay.ts';

const VIEW = 'archive.timezone.view';
const KINDS: Readonly<Record<string, DayType>> = { 1: 'holiday', 2: 'workday', 3: 'weekend', 4: 'hot' };

export const getPeriods = defineRoute({
  method: 'GET',
  path: '/api/archive/timezone/getPeriods',
  summary: { zh: '某日的分时时段', en: 'Tariff periods of a date' },
  permission: null,
  why: 'scope',
  params: z.object({ orgId: id(), date: z.iso.date() }),
  example: { orgId: 1001, date: '2026-07-01' },
  handler: ({ trx, params, language }) => periodsOfDay(trx, { orgId: params.orgId }, params.date, language),
});

export const getPeriodsInUse = defineRoute({
  method: 'GET',
  path: '/api/archive/timezone/getPeriodsInUse',
  summary: {
    zh: '企业有哪些分时时段：深谷仅当时段方案或电表有时',
    en: 'Which tariff periods an enterprise has: deep valley only where a calendar or a meter has it',
  },
  permission: null,
  why: 'scope',
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params: { orgId } }): Promise<PeriodInUse[]> => {
    const deep = await hasDeepValley(trx, orgId);
    if (deep === null) throw noSuchRow();
    return PERIOD_NUMBERS.filter((period) => isShown(period, deep)).map((value) => ({
      value,
      name: PERIODS[value],
    }));
  },
});

export const getDayTypes = defineRoute({
  method: 'GET',
  path: '/api/archive/timezone/getDayTypes',
  summary: {
    zh: '一年中与星期不符的日期：节假日、调休、高温日',
    en: 'Dates of a year that are not what their weekday says',
  },
  permission: VIEW,
  params: z.object({ orgId: id(), year: z.coerce.number().int().min(2000).max(2100) }),
  example: { orgId: 1001, year: 2026 },
  handler: async ({ trx, params: { orgId, year } }): Promise<ListedDay[]> => {
    const { rows: places } = await sql<{ consumerId: number; zone: string | null }>`
      select o.consumer_id as "consumerId", coalesce(min(s.time_zone) filter (where s.id = o.id),
        mode() within group (order by s.time_zone)) as zone
      from org o left join monitor_site s on s.consumer_id = o.consumer_id
      where o.id = ${orgId} group by o.id, o.consumer_id`.execute(trx);
    const place = places[0];
    if (!place) throw noSuchRow();
    const { rows } = await sql<{
      id: number;
      dt: string;
      kind: string;
      name: string | null;
      nameEn: string | null;
    }>`
      select id, dt::text as dt, holiday_type_id as kind, holiday_name as name, holiday_name_en as "nameEn" from holiday
      where consumer_id = ${place.consumerId} and extract(year from dt) = ${year}`.execute(trx);
    const first = dayOfDate(`${year}-01-01`);
    const end = dayOfDate(`${year + 1}-01-01`);
    const overruled = new Set(rows.filter((row) => row.kind !== '4').map((row) => row.dt));
    const days: ListedDay[] = rows.map((row) => ({
      dt: row.dt,
      dayType: KINDS[row.kind] ?? 'workday',
      name: row.name === null ? null : { zh: row.name, en: row.nameEn ?? row.name },
      holidayId: row.id,
    }));
    for (const [day, { kind, name }] of nationalDays(place.zone ?? HOME_ZONE)) {
      if (day < first || day >= end || kind === undefined || overruled.has(dateOfDay(day))) continue;
      days.push({ dt: dateOfDay(day), dayType: kind, name, holidayId: null });
    }
    return days.sort((a, b) => (a.dt < b.dt ? -1 : a.dt > b.dt ? 1 : 0));
  },
});
