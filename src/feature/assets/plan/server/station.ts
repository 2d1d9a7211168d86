import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { StationLimits } from '#domain/storage/plan.ts';
import type { Db } from '#server/database/db.ts';
import type { StationWire } from '../contract.ts';

/** A station with what is needed to send to it. */
export interface Station extends Omit<StationWire, 'connected'> {
  /** Null where the caller does not see the enterprise. */
  readonly consumerName: string | null;
  readonly siteName: string;
  readonly gridMeterId: number | null;
  /** Whose prices hold; null = those of the site. */
  readonly account: string | null;
  readonly gatewayId: number | null;
  readonly deviceName: string | null;
  /** It is in use. */
  readonly inUse: boolean;
  /** Our own broker knows; null where no gateway is named. */
  readonly open: boolean | null;
}

const STATION_COLUMNS = sql`t.id as "stationId", shown_name(t.station_name, t.station_name_en) as "stationName",
  t.consumer_id as "consumerId", t.site_id as "siteId", m.time_zone as "timeZone",
  shown_name(c.org_name, c.org_name_en) as "consumerName", shown_name(m.org_name, m.org_name_en) as "siteName", t.station_meter_id as "stationMeterId",
  t.grid_meter_id as "gridMeterId", t.measure_account as account, t.gateway_id as "gatewayId", t.device_name as "deviceName",
  t.rated_energy::float8 as "energyKwh", t.rated_power::float8 as "powerKw",
  t.charge_efficiency::float8 / 100 as "chargeEfficiency", t.discharge_efficiency::float8 / 100 as "dischargeEfficiency",
  t.soc_min::float8 / 100 as "socMin", t.soc_max::float8 / 100 as "socMax",
  t.state = '1' as "inUse", t.transformer_capacity::float8 as "transformerKva", t.export_allowed as "exportAllowed",
  t.gateway_id is not null and coalesce(t.device_name, '') <> '' as wired,
  case when t.gateway_id is null then null else coalesce(g.connected_at is not null and g.disconnected_at is null, false) end as open`;

const STATION_FROM = sql`storage_station t join monitor_site m on m.id = t.site_id
  left join consumer c on c.id = t.consumer_id
  left join gateway_state g on g.gateway_id = t.gateway_id`;

/** The stations of an enterprise, or of all that the executor shows; those in use first. */
export async function stationsOf(db: Db, consumerId?: number): Promise<Station[]> {
  const { rows } = await sql<Station>`select ${STATION_COLUMNS} from ${STATION_FROM}
    where ${consumerId ?? null}::integer is null or t.consumer_id = ${consumerId ?? null}
    order by t.state desc, t.id limit 1000`.execute(db);
  return rows;
}

/** A station by its id. @param lock nobody else makes plans for it meanwhile @throws Fault 404 */
export async function stationById(db: Db, id: number, lock = false): Promise<Station> {
  if (lock) await sql`select from storage_station where id = ${id} for no key update`.execute(db);
  const { rows } =
    await sql<Station>`select ${STATION_COLUMNS} from ${STATION_FROM} where t.id = ${id}`.execute(db);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

/** Some stations by their ids. */
export async function stationsByIds(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Station>> {
  const { rows } = await sql<Station>`select ${STATION_COLUMNS} from ${STATION_FROM}
    where t.id = any (${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.stationId, row]));
}

/** The stations whose meter is among some, by the executor's scope: those in use first, then who handed its meter over last. */
export async function stationsOfMeters(db: Db, meterIds: readonly number[]): Promise<Station[]> {
  const { rows } = await sql<Station>`select ${STATION_COLUMNS} from ${STATION_FROM}
    where t.station_meter_id = any (${meterIds}::integer[])
    order by t.state desc, t._retired_at desc nulls last, t.id`.execute(db);
  return rows;
}

/** The station of a meter: the one that is named, else the one that it measures now or measured last. @throws Fault 404 */
export async function stationOfMeter(db: Db, meterId: number, stationId?: number): Promise<Station> {
  const stations = await stationsOfMeters(db, [meterId]);
  const station = stations.find((one) => stationId === undefined || one.stationId === stationId);
  if (!station) throw noSuchRow();
  return station;
}

/** What plans are judged by. */
export const limitsOf = (station: Station): StationLimits => station;

/** A station as its pages see it. @param external gateways are at an external broker */
export function stationWire(station: Station, external: boolean): StationWire {
  const {
    gridMeterId: _grid,
    account: _account,
    gatewayId: _gateway,
    deviceName: _device,
    inUse: _inUse,
    consumerName: _consumer,
    siteName: _site,
    open,
    ...rest
  } = station;
  return { ...rest, connected: external ? null : open };
}
