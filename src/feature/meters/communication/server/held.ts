import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, idList, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf } from '#resource/index.ts';
import { QUARANTINED, WAITING } from '#feature/meters/ingest/contract.ts';
import { countHeld, HELD_COLUMNS, type HeldRow } from '#feature/meters/ingest/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { recordChanges } from '#server/resource/audit.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import type { Decided, HeldPage, HeldReadingRow } from '../contract.ts';
import { like } from './sql.ts';

const view = 'SDNCommunication.SDNCommunicationData';
const edit = funCodeOf(resourceOf('gateway'), 'edit');
/** Rows that one call decides; whoever means more calls again. */
const MOST_DECIDED = 5000;
const REASONS = [...WAITING, ...QUARANTINED] as const;
const LOGGED = { name: 'heldReading', scope: 'consumerId' } as const;

const filters = {
  consumerId: id().optional(),
  gatewayId: id().optional(),
  ammeterId: id().optional(),
  kind: z.enum(['waiting', 'quarantined']).optional(),
  reason: z.enum(REASONS).optional(),
  search: z.string().max(200).optional(),
};
type Question = z.output<z.ZodObject<typeof filters>>;

function whereOf({ consumerId, gatewayId, ammeterId, kind, reason, search }: Question) {
  return sql`(${consumerId ?? null}::integer is null or h.consumer_id = ${consumerId ?? null})
    and (${gatewayId ?? null}::integer is null or h.gateway_id = ${gatewayId ?? null})
    and (${ammeterId ?? null}::integer is null or h.ammeter_id = ${ammeterId ?? null})
    and (${reason ?? null}::text is null or h.reason = ${reason ?? null})
    and ${kind === undefined ? sql`true` : kind === 'waiting' ? sql`h.ammeter_id is null` : sql`h.ammeter_id is not null`}
    and ${
      search === undefined
        ? sql`true`
        : sql`(h.device_name ilike ${like(search)} or exists (select from ammeter a where a.id = h.ammeter_id
            and (a.ammeter_name ilike ${like(search)} or a.ammeter_code ilike ${like(search)})))`
    }`;
}

/** What a person may let count: it is of a meter, and its time has come, is one, and has no figures that are final. */
const COUNTABLE = sql`(h.ammeter_id is not null and h.ts >= '2000-01-01Z' and h.ts <= now() + interval '5 minutes'
  and not exists (select from meter_fold f where f.meter_id = h.ammeter_id and h.ts < f.closed_ts))`;

type Raw = Omit<HeldReadingRow, 'id' | 'ts' | 'receivedAt'> & { id: string; ts: Date; receivedAt: Date };

/** What gateways sent and what does not count yet, the newest first, with how many there are of each reason. */
export const getHeld = defineRoute({
  method: 'GET',
  path: '/api/communication/held/getlist',
  summary: { zh: '暂存与隔离的数据', en: 'Readings that wait or are quarantined' },
  permission: view,
  params: z.object({ ...paging, ...filters }),
  example: { consumerId: 1001, pageSize: 10 },
  handler: async ({ trx, params }): Promise<HeldPage> => {
    const page = pageOf(params);
    const { rows: sums } = await sql<{
      reason: HeldReadingRow['reason'];
      rows: number;
      countable: number;
      n: number;
    }>`
      select h.reason, count(*)::integer as rows, count(*) filter (where ${COUNTABLE})::integer as countable, sum(h.n)::integer as n from held_reading h
      where ${whereOf(params)} group by 1`.execute(trx);
    const { rows } = await sql<Raw>`
      select h.id, h.gateway_id as "gatewayId", shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName", h.device_name as "deviceName",
        h.ammeter_id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", a.commissioned, h.reason, h."values", h.ts, ${COUNTABLE} as countable,
        h.received_at as "receivedAt", coalesce(s.time_zone, (select time_zone from monitor_site m
          where m.consumer_id = h.consumer_id order by m.id limit 1), ${homeZone}) as "timeZone"
      from held_reading h join gateway g on g.id = h.gateway_id left join ammeter a on a.id = h.ammeter_id
        left join monitor_site s on s.id = coalesce(a.site_id, g.site_id)
      where ${whereOf(params)} order by h.id desc
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    return {
      list: rows.map((row) => ({
        ...row,
        id: Number(row.id),
        ts: row.ts.getTime(),
        receivedAt: row.receivedAt.getTime(),
      })),
      pagination: { total: sums.reduce((sum, one) => sum + one.rows, 0), ...page },
      countable: sums.reduce((sum, one) => sum + one.countable, 0),
      summary: Object.fromEntries(sums.map(({ reason, n }) => [reason, n])),
    };
  },
});

const aim = z.object({ ids: idList().optional(), ...filters });

/** The rows that are meant and that `may` allows, and how many are meant. */
async function meant(
  trx: Db,
  params: z.output<typeof aim>,
  may: ReturnType<typeof sql>,
): Promise<{ rows: HeldRow[]; allowed: number; all: number }> {
  if (params.ids === undefined && params.consumerId === undefined && params.gatewayId === undefined)
    throw badInput({ zh: '请指明数据', en: 'Say which readings are meant' }, 'ids');
  const which = params.ids
    ? sql`h.id = any(${params.ids}::bigint[]) and ${whereOf(params)}`
    : whereOf(params);
  const { rows: counts } = await sql<{ allowed: number; all: number }>`
    select count(*) filter (where ${may})::integer as allowed, count(*)::integer as all
    from held_reading h where ${which}`.execute(trx);
  const { rows } = await sql<HeldRow>`
    select ${sql.raw(HELD_COLUMNS)} from held_reading h where ${which} and ${may}
    order by h.id limit ${MOST_DECIDED}`.execute(trx);
  return { rows, allowed: counts[0]?.allowed ?? 0, all: counts[0]?.all ?? 0 };
}

/** Writes down each row that was decided over, with its values. */
const log = (call: SlotCall, action: 'edit' | 'del', rows: readonly HeldRow[], remarks: string) =>
  recordChanges(
    call,
    LOGGED,
    action,
    rows.map(({ id: rowId, ...rest }) => {
      const before = { ...rest, id: Number(rowId), consumerId: rest.consumerId };
      return { before: before as never, after: null };
    }),
    remarks,
  );

/** Quarantined readings that a person says are right count from now on; those of a time that has not come stay. */
export const countReadings = defineRoute({
  method: 'POST',
  path: '/api/communication/held/count',
  summary: { zh: '隔离的数据：计入', en: 'Quarantined readings: count them' },
  permission: edit,
  params: aim,
  example: { gatewayId: 1, kind: 'quarantined', reason: 'negative' },
  handler: async (call): Promise<Decided> => {
    const { rows, allowed, all } = await meant(call.trx, call.params, COUNTABLE);
    if (rows.length === 0 && all > 0)
      throw badInput(
        {
          zh: '这些数据不能计入：名称未知的需先映射，时间戳早于 2000 年或尚未到来的没有可用的时间，用量已定的期间不再接收',
          en: 'These cannot count: unknown names must be mapped first, a time before 2000 or yet to come is none, and figures that are final stay',
        },
        'ids',
      );
    await log(call, 'edit', rows, '计入隔离的数据 / quarantined readings count');
    const values = await countHeld(call.services.system, rows);
    return { rows: rows.length, values, left: allowed - rows.length, kept: all - allowed };
  },
});

/** Readings that a person gives up; the change log keeps them. */
export const discardReadings = defineRoute({
  method: 'POST',
  path: '/api/communication/held/discard',
  summary: { zh: '暂存与隔离的数据：丢弃', en: 'Readings that wait or are quarantined: give them up' },
  permission: edit,
  params: aim,
  example: { ids: '1,2' },
  handler: async (call): Promise<Decided> => {
    const { rows, allowed } = await meant(call.trx, call.params, sql`true`);
    await log(call, 'del', rows, '丢弃暂存的数据 / held readings given up');
    await sql`delete from held_reading where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
      call.trx,
    );
    const values = rows.reduce((sum, row) => sum + Object.keys(row.values).length, 0);
    return { rows: rows.length, values, left: allowed - rows.length, kept: 0 };
  },
});
