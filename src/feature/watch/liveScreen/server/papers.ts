import { sql } from 'kysely';
import type { Language } from '#contract/text.ts';
import { funCodeOf } from '#contract/permission.ts';
import { deviceFile } from '#resource/archive/deviceFile.ts';
import { deviceTrace } from '#resource/archive/deviceTrace.ts';
import { orgFile } from '#resource/archive/orgFile.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { ObjectDetails, ThingFile, ThingTrace } from '../contract.ts';

/** What papers belong to; null = to none. */
interface Owner {
  readonly orgId: number | null;
  readonly deviceId: number | null;
}

/** Facts that the archive knows of an object and of its device, 100 at most. */
export async function factsOf(
  trx: Db,
  orgId: number | null,
  deviceId: number | null,
  language: Language,
): Promise<ObjectDetails['facts']> {
  const { rows } = await sql<ObjectDetails['facts'][number]>`
    select * from (
      select ${nameIn('e.extend_name', language)} as name, v.extend_value as value, e.unit
      from org_extend v join monitor_type_extend e on e.id = v.monitor_type_extend_id where v.org_id = ${orgId} order by e.ix, e.id) o
    union all select * from (
      select shown_name(extend_name, extend_name_en), extend_value, unit from device_extend
      where device_id = ${deviceId} order by ix, id) d limit 100`.execute(trx);
  return rows;
}

/** The files and the life of an object and its device, each for whoever may see its list. */
export async function papersOf(
  trx: Db,
  { orgId, deviceId }: Owner,
  { funCodes }: { readonly funCodes: ReadonlySet<string> },
): Promise<Pick<ObjectDetails, 'files' | 'traces'>> {
  return {
    files: await filesOf(trx, {
      orgId: funCodes.has(funCodeOf(orgFile, 'view')) ? orgId : null,
      deviceId: funCodes.has(funCodeOf(deviceFile, 'view')) ? deviceId : null,
    }),
    traces:
      deviceId !== null && funCodes.has(funCodeOf(deviceTrace, 'view')) ? await tracesOf(trx, deviceId) : [],
  };
}

async function filesOf(trx: Db, { orgId, deviceId }: Owner): Promise<ThingFile[]> {
  const { rows } = await sql<ThingFile>`
    select id, 'device' as of, shown_name(file_name, file_name_en) as "fileName", file_type as "fileType" from device_file
      where device_id = ${deviceId}
    union all select id, 'object', shown_name(file_name, file_name_en), file_type from org_file where org_id = ${orgId}
    order by 2, 3 limit 200`.execute(trx);
  return rows;
}

async function tracesOf(trx: Db, deviceId: number): Promise<ThingTrace[]> {
  const { rows } = await sql<ThingTrace>`
    select id, shown_name(title, title_en) as title, trace_type as "traceType",
      floor(extract(epoch from happened_at) * 1000)::float8 as at, person, description
    from device_trace where device_id = ${deviceId} order by happened_at desc, id desc limit 200`.execute(
    trx,
  );
  return rows;
}

/** Work orders about an object, a device or a meter that are not over. */
export async function openOrdersOf(
  trx: Db,
  { orgId, deviceId, ammeterId = null }: Owner & { readonly ammeterId?: number | null },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from work_order
    where (monitor_object_id = ${orgId} or device_id = ${deviceId} or ammeter_id = ${ammeterId})
      and order_state not in ('accepted', 'cancelled')`.execute(trx);
  return rows[0]?.n ?? 0;
}
