import { sql } from 'kysely';
import type { StatType } from '#contract/upload.ts';
import type { Db } from '#server/database/db.ts';
import type { Item } from '../domain/figure.ts';
import type { ListUnit } from '../domain/unit.ts';

const COLUMNS = sql`id, shown_name(collect_item_name, collect_item_name_en) as name, data_code as "dataCode", stat_type as "statType",
  coalesce(scope, '1') as scope, input_type as "inputType", energy_class_code as "energyClassCode",
  energy_type_code[array_upper(energy_type_code, 1)] as "energyTypeCode", convert_ration::text as "ownRatio",
  data_value_min::text as least, data_value_max::text as most`;

/** Collection items of an enterprise with a whole code, by code and frequency; those named, or all of some frequencies. */
export async function itemsOf(
  db: Db,
  consumerId: number,
  { ids, statTypes }: { readonly ids?: readonly number[]; readonly statTypes?: readonly StatType[] },
): Promise<Item[]> {
  const { rows } = await sql<Item>`select ${COLUMNS} from data_collect_configure
    where consumer_id = ${consumerId} and data_code ~ '^[0-9]{16}$'
      and (${ids ?? null}::integer[] is null or id = any(${ids ?? null}::integer[]))
      and (${statTypes ?? null}::text[] is null or stat_type = any(${statTypes ?? null}::text[]))
    order by data_code, stat_type, id`.execute(db);
  return rows;
}

/** A meter that enters items by their code, as the archive has it. */
export interface Gauge {
  readonly id: number;
  readonly name: string;
  readonly dataCode: string;
  readonly arithmetic: '1' | '2' | '3' | '4';
  readonly share: string;
  readonly ammeterId: number | null;
  readonly nextAlignDate: string | null;
}

/** The instruments that enter the items of these codes, in their order; those with no share do not. */
export async function gaugesOf(db: Db, consumerId: number, codes: readonly string[]): Promise<Gauge[]> {
  const { rows } =
    await sql<Gauge>`select id, shown_name(meter_name, meter_name_en) as name, data_code as "dataCode",
      report_arithmetic as arithmetic, report_ratio::text as share, ammeter_id as "ammeterId",
      next_align_date::text as "nextAlignDate"
    from gauge_configure where consumer_id = ${consumerId} and data_code = any(${codes}::text[]) and report_ratio <> 0
    order by data_code, report_arithmetic, id`.execute(db);
  return rows;
}

/** Meters that measure what another of the same list measures already: each with the one above it. */
export async function belowEachOther(db: Db, meterIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; above: number }>`
    with recursive up as (
      select id as meter, parent_id as above, 1 as steps from ammeter where id = any(${meterIds}::integer[])
      union all
      select up.meter, a.parent_id, up.steps + 1 from up join ammeter a on a.id = up.above where up.steps < 30)
    select distinct on (meter) meter as id, above from up where above = any(${meterIds}::integer[])
    order by meter, steps`.execute(db);
  return new Map(rows.map(({ id, above }) => [id, above]));
}

/** The units that a platform handed out, by code. */
export async function unitsOf(db: Db, platformId: number): Promise<Map<string, ListUnit>> {
  const { rows } = await sql<ListUnit & { code: string }>`select code, unit, decimals, ratio::text as ratio
    from upload_list_unit where platform_id = ${platformId}`.execute(db);
  return new Map(rows.map(({ code, ...unit }) => [code, unit]));
}

/** Values that people entered of an item, by the first day of the period, `YYYY-MM-DD`. */
export async function enteredOf(
  db: Db,
  itemId: number,
  from: string,
  to: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ day: string; amount: string }>`
    select stat_date::text as day, amount::text as amount from collect_value
    where data_collect_configure_id = ${itemId} and stat_date between ${from} and ${to}`.execute(db);
  return new Map(rows.map(({ day, amount }) => [day, amount]));
}
