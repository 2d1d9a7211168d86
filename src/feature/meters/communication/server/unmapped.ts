import { sql } from 'kysely';
import * as z from 'zod';
import { dataCode } from '#contract/dataCode.ts';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf } from '#resource/index.ts';
import type { Rejection } from '#feature/meters/ingest/contract.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { RejectionRow, UnmappedDevice } from '../contract.ts';
import { like } from './sql.ts';

const permission = funCodeOf(resourceOf('gateway'), 'view');

const ofGateway = z.object({ ...paging, id: id(), search: z.string().max(200).optional() });

/** @throws Fault 404 where the caller sees no such gateway. */
async function mustSee(trx: Db, gatewayId: number): Promise<void> {
  const { rows } = await sql`select id from gateway where id = ${gatewayId}`.execute(trx);
  if (rows.length === 0) throw noSuchRow();
}

const named = (search: string | undefined) =>
  search === undefined
    ? sql`true`
    : sql`(r.device_name ilike ${like(search)} or r.data_key ilike ${like(search)})`;

/** What a gateway sent and was not taken, with the reasons, the newest first. */
export const getRejections = defineRoute({
  method: 'GET',
  path: '/api/communication/gateway/getRejections',
  summary: { zh: '网关被拒收的数据', en: 'What of a gateway was not taken' },
  permission,
  params: ofGateway,
  example: { id: 1, pageSize: 20 },
  handler: async ({ trx, params }): Promise<Page<RejectionRow>> => {
    await mustSee(trx, params.id);
    const page = pageOf(params);
    const where = sql`r.gateway_id = ${params.id} and ${named(params.search)}`;
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::integer as total from gateway_rejection r where ${where}`.execute(trx);
    const { rows } = await sql<Omit<RejectionRow, 'n' | 'firstAt' | 'lastAt'> & Raw>`
      select r.gateway_id as "gatewayId", r.device_name as "deviceName", r.data_key as "dataKey", r.reason,
        r.n, r.first_at as "firstAt", r.last_at as "lastAt", r.sample
      from gateway_rejection r where ${where} order by r.last_at desc, r.device_name, r.data_key
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const list = rows.map((row) => ({
      ...row,
      n: Number(row.n),
      firstAt: row.firstAt.getTime(),
      lastAt: row.lastAt.getTime(),
    }));
    return { list, pagination: { total: totals[0]?.total ?? 0, ...page } };
  },
});

interface Raw {
  readonly n: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

interface RawDevice {
  readonly deviceName: string;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly waiting: number;
  readonly waitingFrom: Date | null;
  readonly keys: readonly {
    key: string;
    reason: Rejection;
    n: number;
    lastAt: string;
    sample: string | null;
  }[];
}

/** Devices of a gateway with keys that mean nothing yet, a page of devices. */
export const getUnmapped = defineRoute({
  method: 'GET',
  path: '/api/communication/gateway/getUnmapped',
  summary: { zh: '网关未映射的设备与数据键', en: 'Devices and keys of a gateway that are not mapped' },
  permission,
  params: ofGateway,
  example: { id: 1, pageSize: 20 },
  handler: async ({ trx, params }): Promise<Page<UnmappedDevice>> => {
    await mustSee(trx, params.id);
    const page = pageOf(params);
    // What comes beyond the most that are kept stands under '*': no device of that name.
    const where = sql`r.gateway_id = ${params.id} and r.reason in ('unknownMeter', 'unknownKey')
      and r.device_name <> '*' and ${named(params.search)}`;
    const { rows: totals } = await sql<{ total: number }>`
      select count(distinct r.device_name)::integer as total from gateway_rejection r where ${where}`.execute(
      trx,
    );
    const { rows } = await sql<RawDevice>`
      select d.device_name as "deviceName", d.keys, a.id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName",
        coalesce(w.n, 0)::integer as waiting, w.from_ts as "waitingFrom"
      from (select r.device_name, max(r.last_at) as last_at, json_agg(json_build_object('key', r.data_key,
            'reason', r.reason, 'n', r.n, 'lastAt', r.last_at, 'sample', r.sample) order by r.data_key) as keys
          from gateway_rejection r where ${where} group by r.device_name
          order by max(r.last_at) desc, r.device_name
          limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}) d
        join gateway g on g.id = ${params.id}
        left join lateral (
          select a.id, a.ammeter_name, a.ammeter_name_en from ammeter a
          where a.consumer_id = g.consumer_id and (a.ammeter_code = d.device_name or a.id = (
            select m.ammeter_id from gateway_mapping m where m.gateway_id = g.id and m.device_name = d.device_name
              and m.ammeter_id is not null order by m.data_key nulls first limit 1))
          order by a.ammeter_code = d.device_name limit 1) a on true
        left join lateral (
          select sum(h.n) as n, min(h.ts) as from_ts from held_reading h
          where h.consumer_id = g.consumer_id and h.device_name = d.device_name and h.ammeter_id is null
            and h.gateway_id = g.id) w on true
      order by d.last_at desc, d.device_name`.execute(trx);
    const list = rows.map((row) => ({
      ...row,
      waitingFrom: row.waitingFrom?.getTime() ?? null,
      keys: row.keys.map(({ key, lastAt, ...rest }) => ({
        ...rest,
        dataKey: key,
        n: Number(rest.n),
        lastAt: Date.parse(lastAt),
        dataCode: dataCode(key)?.code ?? null,
      })),
    }));
    return { list, pagination: { total: totals[0]?.total ?? 0, ...page } };
  },
});
