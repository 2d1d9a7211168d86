import { sql } from 'kysely';
import * as z from 'zod';
import { DATA_CODES } from '#contract/dataCode.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { readings } from '#series/public.ts';
import { CONTACT_STATES, type ContactState, type GatewaySummary, type MeterRow } from '../contract.ts';
import { contactOf } from '../domain/contact.ts';
import { LAST_TOLD, like, METER_GATEWAY, TELLS } from './sql.ts';

interface Raw extends Omit<MeterRow, 'contact' | 'lastAt' | 'values'> {
  readonly lastAt: Date | null;
}

export interface MeterQuestion {
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly siteIds?: readonly number[] | undefined;
  readonly ammeterId?: number | undefined;
  readonly gatewayId?: number | undefined;
  readonly search?: string | undefined;
}

/** A meter as it last spoke, without what it said. */
export type Reported = Omit<MeterRow, 'values'>;

/** Meters with when they last spoke and through which gateway; silent ones first, the latest to fall silent at the top. */
export async function meterRows(trx: Db, question: MeterQuestion, now: number): Promise<Reported[]> {
  const {
    consumerId = null,
    siteId = null,
    siteIds = null,
    ammeterId = null,
    gatewayId = null,
    search,
  } = question;
  const { rows } = await sql<Raw>`
    with ${METER_GATEWAY}
    select a.id, shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", a.ammeter_code as "ammeterCode", s.id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName",
      s.time_zone as "timeZone", a.data_type as "dataType", a.interval_seconds as "intervalSeconds",
      ${LAST_TOLD} as "lastAt", g.id as "gatewayId", shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName"
    from ammeter a join monitor_site s on s.id = a.site_id
      left join (
        select distinct on (mg.ammeter_id) mg.ammeter_id, g.id, g.gateway_name, g.gateway_name_en
        from meter_gateway mg join gateway g on g.id = mg.gateway_id
        order by mg.ammeter_id, g.last_seen_at desc nulls last, g.id) g on g.ammeter_id = a.id
    where ${TELLS}
      and (${consumerId}::integer is null or a.consumer_id = ${consumerId})
      and (${siteId}::integer is null or a.site_id = ${siteId})
      and (${siteIds}::integer[] is null or a.site_id = any (${siteIds}::integer[]))
      and (${ammeterId}::integer is null or a.id = ${ammeterId})
      and (${gatewayId}::integer is null or g.id = ${gatewayId})
      and ${search === undefined ? sql`true` : sql`(a.ammeter_name ilike ${like(search)} or a.ammeter_code ilike ${like(search)} or a._initials ilike ${like(search)})`}`.execute(
    trx,
  );
  const reported = rows.map((row) => {
    const lastAt = row.lastAt?.getTime() ?? null;
    const contact = contactOf({ lastAt, intervalSeconds: row.intervalSeconds, closed: null }, now);
    return { ...row, lastAt, contact };
  });
  const order: Readonly<Record<ContactState, number>> = { silent: 0, offline: 1, online: 2, never: 3 };
  return reported.sort(
    (a, b) =>
      order[a.contact] - order[b.contact] ||
      (b.lastAt ?? 0) - (a.lastAt ?? 0) ||
      a.ammeterCode.localeCompare(b.ammeterCode),
  );
}

const codes = DATA_CODES.map(({ code }) => code);

/** The values of the newest reading of meters that the caller was shown. */
export async function newestValues(
  trx: Db,
  rows: readonly Reported[],
): Promise<Map<number, Record<string, number>>> {
  const meters = await visibleMeterSet(trx, rows.map((row) => row.id)); // prettier-ignore
  const windows = rows.flatMap(({ id: meterId, lastAt }) =>
    lastAt === null ? [] : [{ meterId, from: lastAt, to: lastAt + 1 }],
  );
  const { n, window, values } = await readings(trx, meters, windows, codes, { said: 'device' });
  return new Map(
    Array.from({ length: n }, (_, i) => {
      const told = codes.map((code, c) => [code, values[c]?.[i] ?? NaN] as const);
      const known = told.filter(([, value]) => !Number.isNaN(value));
      return [windows[window[i] as number]?.meterId as number, Object.fromEntries(known)];
    }),
  );
}

export const getMeters = defineRoute({
  method: 'GET',
  path: '/api/communication/meter/getlist',
  summary: { zh: '表计通信', en: 'Meters with when they last spoke' },
  permission: 'SDNCommunication.SDNMeterCommunication',
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    siteId: id().optional(),
    ammeterId: id().optional(),
    gatewayId: id().optional(),
    contact: z.enum(CONTACT_STATES).optional(),
    search: z.string().max(200).optional(),
  }),
  example: { consumerId: 1001, pageSize: 10 },
  handler: async ({ trx, params }) => {
    const all = await meterRows(trx, params, Date.now());
    const summary: GatewaySummary = { never: 0, online: 0, offline: 0, silent: 0 };
    for (const row of all) (summary as Record<ContactState, number>)[row.contact] += 1;
    const rows = all.filter((row) => params.contact === undefined || row.contact === params.contact);
    const page = pageOf(params);
    const start = (page.current - 1) * page.pageSize;
    const list = rows.slice(start, start + page.pageSize);
    const values = await newestValues(trx, list);
    return {
      list: list.map((row): MeterRow => ({ ...row, values: values.get(row.id) ?? {} })),
      pagination: { total: rows.length, ...page },
      summary,
    };
  },
});
