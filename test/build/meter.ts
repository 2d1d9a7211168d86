import { sql } from 'kysely';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Db } from '#server/database/db.ts';

/** For tests: an enterprise with a site in a zone, and meters on it. */
export async function buildMeters(
  db: Db,
  { meters = 1, zone = HOME_ZONE, name = 'works' }: { meters?: number; zone?: string; name?: string } = {},
): Promise<{ consumerId: number; siteId: number; meterIds: number[] }> {
  const consumer = await sql<{ id: number }>`
    insert into consumer (org_name, org_code, state) values (${name}, ${name}, '1') returning id`.execute(db);
  const consumerId = consumer.rows[0]?.id ?? 0;
  const site = await sql<{ id: number }>`
    insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
    values (${name}, ${name}, ${consumerId}, ${zone}, '1') returning id`.execute(db);
  const siteId = site.rows[0]?.id ?? 0;
  const rows = await sql<{ id: number }>`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    select 'Meter ' || n, 'M' || n, ${consumerId}, ${siteId}, '4', '1', 900, '1' from generate_series(1, ${meters}::integer) n
    returning id`.execute(db);
  return { consumerId, siteId, meterIds: rows.rows.map((row) => row.id) };
}

/** For tests: every bucket of a meter as one text per row, to compare histories to the last bit. */
export async function usageText(db: Db, meterId: number): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(u) - 'meter_id')::text as row from generate_series(1, 5) l (level)
      cross join lateral usage_in(${meterId}, l.level, '2000-01-01', '3000-01-01') u order by u.level, u.ts`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}
