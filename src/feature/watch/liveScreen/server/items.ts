import { sql } from 'kysely';
import { DATA_CODES } from '#contract/dataCode.ts';
import { type Language, textIn } from '#contract/text.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { ItemWire } from '../contract.ts';
import { unitOfValue } from './unitOfValue.ts';

/** So many meters are asked for what they tell. */
const MOST_METERS = 100;
const MOST_ITEMS = 2000;

type Row = Omit<ItemWire, 'unit'> & { readonly itemUnit: string | null; readonly energy: string | null };

const finished = ({ itemUnit, energy, ...row }: Row): ItemWire => ({
  ...row,
  unit: unitOfValue(row.dataCode, energy, itemUnit),
});

/** The monitored values of some objects, of devices' objects or of meters. */
export async function monitoredItems(
  trx: Db,
  of: {
    readonly orgId?: number | undefined;
    readonly deviceId?: number | undefined;
    readonly siteId?: number | undefined;
    readonly ammeterIds?: readonly number[] | undefined;
    readonly monitorType?: string | undefined;
  },
  language: Language,
): Promise<ItemWire[]> {
  const objects = sql`exists (select from monitor_object_item l join monitor_object o on o.id = l.monitor_object_id
    where l.monitor_item_id = i.id and (o.id = ${of.orgId ?? null} or o.device_id = ${of.deviceId ?? null}))`;
  const byObject = of.orgId !== undefined || of.deviceId !== undefined;
  const { rows } = await sql<Row>`
    select i.id as "monitorItemId", shown_name(i.item_name, i.item_name_en) as "itemName", i.monitor_type as "monitorType",
      a.id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", d.data_code as "dataCode",
      ${nameIn('d.data_item_name', language)} as "dataItemName", d.unit as "itemUnit", a.data_type as energy
    from monitor_item i join ammeter a on a.id = i.ammeter_id join data_item d on d.id = i.data_item_id
    where i.state = '1' and (not ${byObject} or ${objects})
      and (${of.siteId ?? null}::integer is null or i.site_id = ${of.siteId ?? null})
      and (${of.ammeterIds ?? null}::integer[] is null or i.ammeter_id = any (${of.ammeterIds ?? null}::integer[]))
      and (${of.monitorType ?? null}::text is null or i.monitor_type = ${of.monitorType ?? null})
    order by a.ammeter_code, i.ix, i.id limit ${MOST_ITEMS}`.execute(trx);
  return rows.map(finished);
}

/** The meters that an object names, by their codes. */
export async function metersOfObject(trx: Db, orgId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from monitor_object o join ammeter a on a.id = any (o.ammeter_id_list)
    where o.id = ${orgId} order by a.ammeter_code, a.id limit ${MOST_METERS}`.execute(trx);
  return rows.map((row) => row.id);
}

/** What some meters tell, by the newest that came of them; codes in the order of the product's list. @param now ms */
export async function meterParams(
  trx: Db,
  ammeterIds: readonly number[],
  now: number,
  language: Language,
): Promise<ItemWire[]> {
  const ids = ammeterIds.slice(0, MOST_METERS);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string; energy: string | null }>`
    select id, shown_name(ammeter_name, ammeter_name_en) as name, data_type as energy from ammeter
    where id = any (${ids}::integer[]) order by ammeter_code, id`.execute(trx);
  const told = await newestOf(trx, rows.flatMap(({ id }) => DATA_CODES.map(({ code }) => ({ meterId: id, code }))), now); // prettier-ignore
  const items = new Map(
    (await monitoredItems(trx, { ammeterIds: ids }, language)).map((one) => [
      `${one.ammeterId} ${one.dataCode}`,
      one,
    ]),
  );
  const known = new Set(told.map((one) => `${one.meterId} ${one.code}`));
  return rows.flatMap(({ id, name, energy }) =>
    DATA_CODES.filter(({ code }) => known.has(`${id} ${code}`)).map(({ code, label }): ItemWire => ({
      monitorItemId: items.get(`${id} ${code}`)?.monitorItemId ?? null,
      itemName: items.get(`${id} ${code}`)?.itemName ?? `${name} ${textIn(label, language)}`,
      monitorType: '1',
      ammeterId: id,
      ammeterName: name,
      dataCode: code,
      dataItemName: textIn(label, language),
      unit: unitOfValue(code, energy, null),
    })),
  );
}
