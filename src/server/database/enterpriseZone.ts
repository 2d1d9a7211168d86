import { type RawBuilder, sql } from 'kysely';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import type { Db } from './db.ts';
import { homeZone } from './homeZone.ts';

/** The zone of an enterprise's days: that of all its sites, else of most of its meters. @param id its id in the statement */
export const enterpriseZone = (id: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce(
  (select case when min(s.time_zone) = max(s.time_zone) then min(s.time_zone) end
    from monitor_site s where s.consumer_id = ${id}),
  (select s.time_zone from monitor_site s left join ammeter a on a.site_id = s.id where s.consumer_id = ${id}
    group by s.time_zone order by count(a.id) desc, min(s.id) limit 1),
  ${homeZone})`;

/** The zones of these enterprises, asked at once; the home zone for what belongs to none. */
export async function zonesOf(trx: Db, owners: readonly unknown[]): Promise<(owner: unknown) => Zone> {
  const ids = [...new Set(owners)].filter((owner) => typeof owner === 'number');
  if (ids.length === 0) return () => zoneOf(HOME_ZONE);
  const { rows } = await sql<{ id: number; zone: string }>`
    select c.id, ${enterpriseZone(sql`c.id`)} as zone from unnest(${ids}::integer[]) as c(id)`.execute(trx);
  const zones = new Map<unknown, string>(rows.map(({ id, zone }) => [id, zone]));
  return (owner) => zoneOf(zones.get(owner) ?? HOME_ZONE);
}
