import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** A unit of a station, or an inverter of a plant, as its row says it. */
export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly ammeterId: number;
  readonly parentId: number | null;
  readonly stationId: number;
  readonly ratedPower: number | null;
  readonly ratedEnergy: number | null;
  readonly ratedCycles: number | null;
  readonly spreadLimit: number | null;
  readonly temperatureLimit: number | null;
  /** Percent, of the station. */
  readonly dischargeEfficiency: number;
}

/** The units in use of a site: converters or battery clusters. */
export async function unitsOf(trx: Db, siteId: number, type: 'PCS' | 'battery'): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select u.id, shown_name(u.unit_name, u.unit_name_en) as name, u.ammeter_id as "ammeterId", u.parent_id as "parentId", u.station_id as "stationId",
      u.rated_power::float8 as "ratedPower", u.rated_energy::float8 as "ratedEnergy", u.rated_cycles as "ratedCycles",
      u.spread_limit::float8 as "spreadLimit", u.temperature_limit::float8 as "temperatureLimit",
      s.discharge_efficiency::float8 as "dischargeEfficiency"
    from storage_unit u join storage_station s on s.id = u.station_id
    where s.site_id = ${siteId} and s.state = '1' and u.state = '1' and u.unit_type = ${type} order by u.id`.execute(
    trx,
  );
  return rows;
}

/** An inverter of a plant. */
export interface Inverter {
  readonly id: number;
  readonly name: string;
  readonly ammeterId: number;
  readonly plantId: number;
  readonly ratedPower: number;
}

/** The inverters in use of some plants. */
export async function invertersOf(trx: Db, plantIds: readonly number[]): Promise<Inverter[]> {
  const { rows } = await sql<Inverter>`
    select i.id, shown_name(i.inverter_name, i.inverter_name_en) as name, i.ammeter_id as "ammeterId",
      i.plant_id as "plantId", i.rated_power::float8 as "ratedPower"
    from pv_inverter i where i.plant_id = any (${plantIds}::integer[]) and i.state = '1' order by i.id`.execute(
    trx,
  );
  return rows;
}
