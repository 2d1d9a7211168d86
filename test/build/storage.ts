import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ZERO_POINTS } from '#contract/plan.ts';
import { canonicalText, energyOf } from '#domain/storage/plan.ts';
import type { Db } from '#server/database/db.ts';

/** For tests: a station of 200 kWh and 100 kW behind a gateway. */
export async function addStation(
  db: Db,
  place: {
    readonly consumerId: number;
    readonly siteId: number;
    readonly stationMeterId: number;
    readonly gridMeterId?: number;
    readonly gatewayId?: number;
    readonly deviceName?: string;
    readonly name?: string;
  },
): Promise<number> {
  const { consumerId, siteId, stationMeterId, gridMeterId, gatewayId, deviceName } = place;
  const name = place.name ?? `Station ${stationMeterId}`;
  const { rows } = await sql<{ id: number }>`
    insert into storage_station (station_name, consumer_id, site_id, station_meter_id, grid_meter_id, gateway_id, device_name,
      rated_energy, rated_power, charge_efficiency, discharge_efficiency, soc_min, soc_max, export_allowed, wear_cost,
      operation_cost, customer_share, state)
    values (${name}, ${consumerId}, ${siteId}, ${stationMeterId}, ${gridMeterId ?? null}, ${gatewayId ?? null},
      ${deviceName ?? null}, 200, 100, 95, 95, 10, 90, false, 0.05, 0, 0, '1') returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** For tests: an approved plan of tomorrow, as the work flow leaves it. */
export async function addPlan(
  db: Db,
  plan: {
    readonly stationId: number;
    readonly consumerId: number;
    readonly version?: number;
    readonly points?: readonly number[];
    /** Days from today. */
    readonly ahead?: number;
  },
): Promise<number> {
  const { stationId, consumerId, version = 1, points = ZERO_POINTS, ahead = 1 } = plan;
  const { rows: days } = await sql<{ d: string }>`
    select ((now() at time zone m.time_zone)::date + ${ahead}::integer)::text as d
    from storage_station t join monitor_site m on m.id = t.site_id where t.id = ${stationId}`.execute(db);
  const date = days[0]?.d ?? '';
  const planId = `PC-${date.replaceAll('-', '')}-${stationId}`;
  const sha256 = createHash('sha256').update(canonicalText({ planId, version, date }, points)).digest('hex');
  const { chargedKwh, dischargedKwh } = energyOf(points);
  const { rows } = await sql<{ id: number }>`
    insert into plan_curve (plan_id, consumer_id, station_id, plan_date, version, plan_state, plan_source, curve, soc_start,
      charged_kwh, discharged_kwh, made_at, attempts, sha256)
    values (${planId}, ${consumerId}, ${stationId}, ${date}::date, ${version}, 'approved', 'manual',
      ${JSON.stringify({ points })}::jsonb, 10, ${chargedKwh}, ${dischargedKwh}, now(), 0, ${sha256}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

/** For tests: what became of an attempt to issue a plan. */
export async function addReply(db: Db, planCurveId: number): Promise<void> {
  await sql`insert into plan_reply (plan_id, consumer_id, plan_curve_id, version, attempt, reply_kind, started_at, ended_at, sent_hash)
    select plan_id, consumer_id, id, version, 1, 'silent', now(), now(), coalesce(sha256, '') from plan_curve
    where id = ${planCurveId}`.execute(db);
}
