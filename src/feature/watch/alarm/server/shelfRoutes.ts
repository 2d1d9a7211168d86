import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { defineRoute } from '#server/route.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { AlarmShelf } from '../contract.ts';
import { shelve, unshelve } from './shelf.ts';

const SHELVE = 'event.alarmRecord.shelve';
/** Eight hours, in minutes (domain notes 9.1). */
const LONGEST = 480;

const put = defineRoute({
  method: 'POST',
  path: '/api/alarm/record/shelve',
  summary: { zh: '搁置告警（最长 8 小时）', en: 'Shelve an alarm (8 hours at most)' },
  permission: SHELVE,
  params: z.object({
    alarmRecordId: id(),
    minutes: z.coerce.number().int().min(1).max(LONGEST).default(60),
    reason: z.string().max(1000).default(''),
  }),
  example: { alarmRecordId: 1, minutes: 60, reason: 'the sensor is being replaced' },
  handler: async ({ trx, caller, params }) => ({
    alarmRecordId: params.alarmRecordId,
    until: await shelve(trx, caller, params.alarmRecordId, params),
  }),
});

const takeOff = defineRoute({
  method: 'POST',
  path: '/api/alarm/record/unshelve',
  summary: { zh: '取消搁置告警', en: 'Take an alarm off the shelf' },
  permission: SHELVE,
  params: z.object({ alarmRecordId: id() }),
  example: { alarmRecordId: 1 },
  handler: async ({ trx, caller, params }) => ({
    alarmRecordId: params.alarmRecordId,
    stood: await unshelve(trx, caller, params.alarmRecordId),
  }),
});

const getShelves = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getShelves',
  summary: { zh: '当前搁置的告警', en: 'Alarms that are shelved now' },
  permission: 'event.alarmRecord.view',
  params: z.object({ enterpriseId: id().optional(), siteId: id().optional(), ...paging }),
  example: {},
  handler: async ({ trx, params }): Promise<Page<AlarmShelf>> => {
    const { current, pageSize } = pageOf(params);
    const { enterpriseId = null, siteId = null } = params;
    const { rows } = await sql<AlarmShelf & { total: number }>`
      select h.alarm_id as "alarmId", h.ammeter_id as "ammeterId", h.watch_kind as "watchKind", h.object_id as "objectId",
        coalesce(shown_name(l.alarm_name, l.alarm_name_en), w.name, h.watch_kind) as "alarmName",
        h.signal_point_id as "signalPointId", shown_name(sp.point_name, sp.point_name_en) as "pointName",
        shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", h.from_at as "from", h.until_at as "until",
        h.reason, ${signer('h.by_name', 'h.by_id')} as "byName", count(*) over ()::integer as total
      from alarm_shelf h left join alarm l on l.id = h.alarm_id
        left join ammeter a on a.id = coalesce(h.ammeter_id, case when h.watch_kind = 'meterSilent' then h.object_id end)
        left join signal_point sp on sp.id = h.signal_point_id
        left join lateral (select shown_name(r.record_name, r.record_name_en) as name, r.site_id from alarm_record r
          where r._watch_kind = h.watch_kind and r._watch_object = h.object_id order by r.id desc limit 1) w on true
      where h.until_at > now() and (${enterpriseId}::integer is null or h.consumer_id = ${enterpriseId})
        and (${siteId}::integer is null or coalesce(a.site_id, sp.site_id, w.site_id) = ${siteId})
      order by h.until_at, h._key limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map(({ total: _total, ...shelf }) => shelf),
      pagination: { current, pageSize, total: rows[0]?.total ?? 0 },
    };
  },
});

export const shelfRoutes = [put, takeOff, getShelves];
