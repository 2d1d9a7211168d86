import { sql } from 'kysely';
import type { FeedInMode } from '#resource/archive/pvPlant.ts';
import { noSuchRow } from '#contract/error.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';

interface Own {
  readonly id: number;
  readonly name: string;
  /** The name as it was written, in whatever language it is shown. */
  readonly writtenName: string;
  readonly siteId: number;
  readonly consumerId: number;
  readonly meterId: number;
  readonly gridMeterId: number | null;
  readonly account: string | null;
  /** Yuan a month, decimal text. */
  readonly operationCost: string;
  readonly investment: number | null;
  /** Local date. */
  readonly commissioned: string | null;
}

/** A battery station as its row says it; decimals that money is made of as texts. */
export interface Station extends Own {
  readonly kind: 'storage';
  /** kWh, kW */
  readonly ratedEnergy: number;
  readonly ratedPower: number;
  /** Percent. */
  readonly dischargeEfficiency: number;
  readonly chargeEfficiency: number;
  readonly socMin: number;
  readonly socMax: number;
  /** Yuan per kWh. */
  readonly wearCost: string;
  /** Percent. */
  readonly customerShare: string;
  readonly transformerCapacity: number | null;
}

/** A PV plant as its row says it. */
export interface Plant extends Own {
  readonly kind: 'pv';
  /** kWp */
  readonly ratedPower: number;
  readonly irradianceMeterId: number | null;
  readonly feedInMode: FeedInMode;
  readonly feedInPrice: string | null;
}

/** A charging pile as its row says it; what it came to is told by its sessions. */
interface Pile {
  readonly kind: 'pile';
  readonly id: number;
  readonly name: string;
  readonly writtenName: string;
  readonly meterId: null;
  readonly investment: null;
}

export type Asset = Station | Plant | Pile;

/** A site with its assets in use. */
export interface SiteAssets {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly zone: Zone;
  readonly stations: readonly Station[];
  readonly plants: readonly Plant[];
  readonly piles: readonly Pile[];
}

/** The site with its assets in use. @throws Fault 404 where the scope does not show it */
export async function siteAssets(trx: Db, siteId: number): Promise<SiteAssets> {
  const { rows: sites } = await sql<{ name: string; consumerId: number; zone: string | null }>`
    select shown_name(o.name, o.name_en) as name, s.consumer_id as "consumerId", s.time_zone as zone
    from monitor_site s join org o on o.id = s.id where s.id = ${siteId}`.execute(trx);
  const [site] = sites;
  if (!site) throw noSuchRow();
  const { rows: stations } = await sql<Omit<Station, 'kind'>>`
    select id, shown_name(station_name, station_name_en) as name, station_name as "writtenName", site_id as "siteId",
      consumer_id as "consumerId", station_meter_id as "meterId", grid_meter_id as "gridMeterId",
      measure_account as account, operation_cost::text as "operationCost", investment::float8, commissioned::text,
      rated_energy::float8 as "ratedEnergy", rated_power::float8 as "ratedPower",
      charge_efficiency::float8 as "chargeEfficiency", discharge_efficiency::float8 as "dischargeEfficiency",
      soc_min::float8 as "socMin", soc_max::float8 as "socMax", wear_cost::text as "wearCost",
      customer_share::text as "customerShare", transformer_capacity::float8 as "transformerCapacity"
    from storage_station where site_id = ${siteId} and state = '1' order by id`.execute(trx);
  const { rows: plants } = await sql<Omit<Plant, 'kind'>>`
    select id, shown_name(plant_name, plant_name_en) as name, plant_name as "writtenName", site_id as "siteId",
      consumer_id as "consumerId", ammeter_id as "meterId", grid_meter_id as "gridMeterId",
      measure_account as account, operation_cost::text as "operationCost", investment::float8, commissioned::text,
      rated_power::float8 as "ratedPower", irradiance_meter_id as "irradianceMeterId",
      feed_in_mode as "feedInMode", feed_in_price::text as "feedInPrice"
    from pv_plant where site_id = ${siteId} and state = '1' order by id`.execute(trx);
  const { rows: piles } = await sql<Omit<Pile, 'kind' | 'meterId' | 'investment'>>`
    select id, shown_name(pile_name, pile_name_en) as name, pile_name as "writtenName" from charge_pile
    where site_id = ${siteId} and state = '1' order by id`.execute(trx);
  return {
    siteId,
    siteName: site.name,
    consumerId: site.consumerId,
    zone: zoneOf(site.zone ?? HOME_ZONE),
    stations: stations.map((row) => ({ ...row, kind: 'storage' as const })),
    plants: plants.map((row) => ({ ...row, kind: 'pv' as const })),
    piles: piles.map((row) => ({ ...row, kind: 'pile' as const, meterId: null, investment: null })),
  };
}

/** Every meter that the settlement of a site reads. */
export const metersOf = ({ stations, plants }: SiteAssets): number[] => [
  ...new Set([...stations, ...plants].flatMap(({ meterId, gridMeterId }) => [meterId, ...(gridMeterId === null ? [] : [gridMeterId])])), // prettier-ignore
];
