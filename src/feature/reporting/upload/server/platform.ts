import { sql } from 'kysely';
import type { Protocol } from '#contract/upload.ts';
import type { Text } from '#contract/text.ts';
import { usualZoneOf } from '#feature/meters/subject/server/public.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { inBoth } from '#contract/inBoth.ts';

/** A platform with what its requests say of the enterprise. */
export interface Platform {
  readonly id: number;
  readonly consumerId: number;
  readonly platformName: string;
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly plainHttp: boolean;
  readonly enabled: boolean;
  readonly uploadTime: string;
  readonly slotMs: number;
  readonly realtime: 'live' | 'daily';
  readonly reviseDays: number;
  readonly registered: boolean;
  readonly deviceId: string | null;
  readonly keyUntil: number | null;
  readonly regVersion: string | null;
  readonly dicVersion: string | null;
  readonly clockOffset: number | null;
  readonly lastFault: string | null;
  /** Unified social credit code; null where the enterprise has not filled in its registration. */
  readonly enterpriseCode: string | null;
  readonly zone: Zone;
}

interface Row extends Omit<Platform, 'slotMs' | 'keyUntil' | 'zone'> {
  readonly slotHours: number;
  readonly keyUntil: Date | null;
}

const COLUMNS = sql`p.id, p.consumer_id as "consumerId", shown_name(p.platform_name, p.platform_name_en) as "platformName", p.protocol,
  p.base_url as "baseUrl", p.plain_http as "plainHttp", p.enable = '1' as enabled, p.upload_time as "uploadTime",
  p.slot_hours as "slotHours", p.realtime, p.revise_days as "reviseDays", p.register_state = 'registered' as registered,
  p.device_id as "deviceId", p.key_until as "keyUntil", p.reg_version as "regVersion", p.dic_version as "dicVersion",
  p.clock_offset::float8 as "clockOffset", p.last_fault as "lastFault",
  (select e.enterprise_code from enterprise_info e where e.consumer_id = p.consumer_id limit 1) as "enterpriseCode"`;

async function platformOf(db: Db, { slotHours, keyUntil, ...row }: Row): Promise<Platform> {
  return {
    ...row,
    slotMs: slotHours * HOUR_MS,
    keyUntil: keyUntil?.getTime() ?? null,
    zone: zoneOf(await usualZoneOf(db, row.consumerId)),
  };
}

/** A platform that the executor may see. */
export async function platformById(db: Db, id: number): Promise<Platform | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS} from platform_info p where p.id = ${id}`.execute(db);
  return rows[0] && platformOf(db, rows[0]);
}

/** The platforms of an enterprise, the oldest first; of all that the executor sees where none is named. */
export async function platformsOf(db: Db, consumerId: number | null): Promise<Platform[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from platform_info p
    where ${consumerId}::integer is null or p.consumer_id = ${consumerId}::integer order by p.id`.execute(db);
  return Promise.all(rows.map((row) => platformOf(db, row)));
}

/** Keeps what an exchange told of a platform: that it answered, how late, how its clock goes. */
export async function keepContact(
  db: Db,
  platformId: number,
  {
    ms,
    offsetS,
    fault,
  }: { readonly ms: number; readonly offsetS: number | null; readonly fault: Text | null },
): Promise<void> {
  await (
    fault === null
      ? sql`update platform_info set last_seen_at = now(), latency = ${Math.min(ms, 2_000_000_000)}, last_fault = null,
        clock_offset = coalesce(${offsetS}::numeric, clock_offset) where id = ${platformId}`
      : sql`update platform_info set last_fault = ${inBoth(fault)} where id = ${platformId}`
  ).execute(db);
}
