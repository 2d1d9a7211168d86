import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import type { Page } from '#contract/envelope.ts';
import { contactOf } from '#feature/meters/communication/server/public.ts';
import { freshnessOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { ObjectMeter } from '../contract.ts';

type Row = Omit<ObjectMeter, 'contact' | 'lastAt'> & { readonly intervalSeconds: number };

/** A page of some meters by their codes, those in use first, each with when it was last heard of. */
export async function objectMetersOf(
  trx: Db,
  ids: readonly number[],
  page: { readonly current: number; readonly pageSize: number },
  now: number,
): Promise<Page<ObjectMeter>> {
  const { rows } = await sql<Row>`
    select a.id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", a.ammeter_code as "ammeterCode",
      a.data_type as "dataType", a.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)} as virtual, a.state = '1' as "inUse",
      s.time_zone as "timeZone", a.interval_seconds as "intervalSeconds"
    from ammeter a join monitor_site s on s.id = a.site_id where a.id = any(${ids}::integer[])
    order by a.state = '1' desc, a.ammeter_code, a.id
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  const fresh = await freshnessOf(
    trx,
    rows.map((row) => row.ammeterId),
    now,
  );
  const lastOf = new Map(fresh.map((one) => [one.meterId, one.lastAt]));
  return {
    list: rows.map(({ intervalSeconds, ...row }) => {
      const lastAt = lastOf.get(row.ammeterId) ?? null;
      return { ...row, lastAt, contact: contactOf({ lastAt, intervalSeconds, closed: null }, now) };
    }),
    pagination: { total: ids.length, ...page },
  };
}
