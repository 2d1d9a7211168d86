import { sql } from 'kysely';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import type { AssetSite, Ems } from '../contract.ts';

/** The sites of an enterprise that have assets, those with assets in use first: what earned once is settled still. */
export async function sitesOf(trx: Db, consumerId: number): Promise<AssetSite[]> {
  const { rows } = await sql<AssetSite>`
    select s.id as "siteId", shown_name(o.name, o.name_en) as "siteName", s.consumer_id as "consumerId",
      coalesce(s.time_zone, ${HOME_ZONE}) as "timeZone",
      coalesce(s.settlement_day, c.settlement_day, 1) as "settlementDay",
      coalesce(s.settlement_hour, c.settlement_hour, 0) as "settlementHour",
      (select count(*)::integer from storage_station x where x.site_id = s.id and x.state = '1') as stations,
      (select count(*)::integer from pv_plant x where x.site_id = s.id and x.state = '1') as plants
    from monitor_site s join org o on o.id = s.id left join consumer c on c.id = s.consumer_id
      cross join lateral (select exists (select from storage_station x where x.site_id = s.id and x.state = '1')
        or exists (select from pv_plant x where x.site_id = s.id and x.state = '1')
        or exists (select from charge_pile x where x.site_id = s.id and x.state = '1') as used) u
    where s.consumer_id = ${consumerId} and (u.used
      or exists (select from storage_station x where x.site_id = s.id and x._retired_at is not null)
      or exists (select from pv_plant x where x.site_id = s.id and x._retired_at is not null)
      or exists (select from charge_session x where x.site_id = s.id))
    order by u.used desc, s.id`.execute(trx);
  return rows;
}

/** The stations in use of sites, with the gateway through which each is run. */
export async function emsList(trx: Db, siteIds: readonly number[]): Promise<Ems[]> {
  const { rows } = await sql<Omit<Ems, 'lastSeenAt'> & { seen: Date | null }>`
    select t.site_id as "siteId", shown_name(o.name, o.name_en) as "siteName", t.id as "stationId",
      shown_name(t.station_name, t.station_name_en) as "stationName", t.station_meter_id as "ammeterId",
      shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", t.gateway_id as "gatewayId",
      shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName", t.device_name as "deviceName",
      g.last_seen_at as seen, t.rated_energy::float8 as "ratedEnergy", t.rated_power::float8 as "ratedPower"
    from storage_station t join org o on o.id = t.site_id join ammeter a on a.id = t.station_meter_id
      left join gateway g on g.id = t.gateway_id
    where t.site_id = any(${siteIds}::integer[]) and t.state = '1' order by t.id`.execute(trx);
  return rows.map(({ seen, ...row }) => ({ ...row, lastSeenAt: seen?.getTime() ?? null }));
}
