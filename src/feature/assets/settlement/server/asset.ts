import { sql } from 'kysely';
import type { FeedInMode } from '#resource/archive/pvPlant.ts';
import { noSuchRow } from '#contract/error.ts';
import type { Range } from '#domain/fold/reach.ts';
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
  /** When it was put out of use, ms; Infinity = it is in use. */
  readonly until: number;
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

/** A site that has assets. */
export interface Place {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly zone: Zone;
}

/** A site with its assets. */
export interface SiteAssets extends Place {
  readonly stations: readonly Station[];
  readonly plants: readonly Plant[];
  readonly piles: readonly Pile[];
}

/** The site. @throws Fault 404 where the scope does not show it */
export async function placeOf(trx: Db, siteId: number): Promise<Place> {
  const { rows: sites } = await sql<{ name: string; consumerId: number; zone: string | null }>`
    select shown_name(o.name, o.name_en) as name, s.consumer_id as "consumerId", s.time_zone as zone
    from monitor_site s join org o on o.id = s.id where s.id = ${siteId}`.execute(trx);
  const [site] = sites;
  if (!site) throw noSuchRow();
  return {
    siteId,
    siteName: site.name,
    consumerId: site.consumerId,
    zone: zoneOf(site.zone ?? HOME_ZONE),
  };
}

/** A row as it is read: null = it is in use. */
type Read<A extends Own> = Omit<A, 'kind' | 'until'> & { readonly until: number | null };

/** When an asset was put out of use, ms. */
const UNTIL = sql`floor(extract(epoch from t._retired_at) * 1000)::float8 as until`;

/** What is in use, or was within a time; of a meter that another asset took over not what came before it. */
const inUse = (table: 'storage_station' | 'pv_plant', meter: string, over: Range | undefined) =>
  over
    ? sql`(t.state = '1' or (t._retired_at > ${new Date(over.from)} and not exists (
        select from ${sql.table(table)} o where o.id <> t.id and ${sql.ref(`o.${meter}`)} = ${sql.ref(`t.${meter}`)}
          and (o.state = '1' or o._retired_at > t._retired_at))))`
    : sql`t.state = '1'`;

/** Chargers in use, and those whose sessions of a time were at the site. */
const pilesOf = (siteId: number, over: Range | undefined) =>
  over
    ? sql`(site_id = ${siteId} and state = '1') or id in (select pile_id from charge_session where site_id = ${siteId}
        and begin_at >= ${new Date(over.from)} and begin_at < ${new Date(over.to)})`
    : sql`site_id = ${siteId} and state = '1'`;

/**
 * The site with its assets: those in use, of a time also those that were put out of use since.
 * @throws Fault 404 where the scope does not show it
 */
export async function siteAssets(trx: Db, siteId: number, over?: Range): Promise<SiteAssets> {
  const place = await placeOf(trx, siteId);
  const { rows: stations } = await sql<Read<Station>>`
    select id, shown_name(station_name, station_name_en) as name, station_name as "writtenName", site_id as "siteId",
      consumer_id as "consumerId", station_meter_id as "meterId", grid_meter_id as "gridMeterId",
      measure_account as account, operation_cost::text as "operationCost", investment::float8, commissioned::text,
      rated_energy::float8 as "ratedEnergy", rated_power::float8 as "ratedPower",
      charge_efficiency::float8 as "chargeEfficiency", discharge_efficiency::float8 as "dischargeEfficiency",
      soc_min::float8 as "socMin", soc_max::float8 as "socMax", wear_cost::text as "wearCost",
      customer_share::text as "customerShare", transformer_capacity::float8 as "transformerCapacity", ${UNTIL}
    from storage_station t where site_id = ${siteId} and ${inUse('storage_station', 'station_meter_id', over)}
    order by id`.execute(trx);
  const { rows: plants } = await sql<Read<Plant>>`
    select id, shown_name(plant_name, plant_name_en) as name, plant_name as "writtenName", site_id as "siteId",
      consumer_id as "consumerId", ammeter_id as "meterId", grid_meter_id as "gridMeterId",
      measure_account as account, operation_cost::text as "operationCost", investment::float8, commissioned::text,
      rated_power::float8 as "ratedPower", irradiance_meter_id as "irradianceMeterId",
      feed_in_mode as "feedInMode", feed_in_price::text as "feedInPrice", ${UNTIL}
    from pv_plant t where site_id = ${siteId} and ${inUse('pv_plant', 'ammeter_id', over)} order by id`.execute(
    trx,
  );
  const { rows: piles } = await sql<Omit<Pile, 'kind' | 'meterId' | 'investment'>>`
    select id, shown_name(pile_name, pile_name_en) as name, pile_name as "writtenName" from charge_pile
    where ${pilesOf(siteId, over)} order by id`.execute(trx);
  const lasting = ({ until }: { readonly until: number | null }) => ({ until: until ?? Infinity });
  return {
    ...place,
    stations: stations.map((row) => ({ ...row, ...lasting(row), kind: 'storage' as const })),
    plants: plants.map((row) => ({ ...row, ...lasting(row), kind: 'pv' as const })),
    piles: piles.map((row) => ({ ...row, kind: 'pile' as const, meterId: null, investment: null })),
  };
}

/** Every meter that the settlement of a site reads. */
export const metersOf = ({ stations, plants }: SiteAssets): number[] => [
  ...new Set([...stations, ...plants].flatMap(({ meterId, gridMeterId }) => [meterId, ...(gridMeterId === null ? [] : [gridMeterId])])), // prettier-ignore
];
