import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '#server/database/db.ts';
import { SILENT_INTERVALS } from '../contract.ts';
import { isClockOff } from '../domain/contact.ts';
import { LAST_TOLD, METER_GATEWAY } from './sql.ts';

/** The gateway that brings a meter. */
export interface MeterWay {
  readonly gatewayId: number;
  readonly name: Text;
  /** Whether the silence of the meter follows from the gateway: it tells nothing either, or its clock is wrong. */
  readonly quiet: boolean;
}

interface Way extends Omit<MeterWay, 'quiet'> {
  readonly meterId: number;
  /** The newest that the meter told, by its stamp, and that the gateway was heard of. */
  readonly toldAt: Date | null;
  readonly seenAt: Date | null;
  readonly driftMs: string | null;
  readonly intervalSeconds: number;
}

/** So many intervals of a meter must its gateway have gone on for before the meter itself is silent. */
const GOES_ON = SILENT_INTERVALS - 1;

/** Whether nothing that came by a way says that the meter, and not the way, is silent. */
function isQuiet({ toldAt, seenAt, driftMs, intervalSeconds }: Way): boolean {
  if (isClockOff(driftMs === null ? null : Number(driftMs), intervalSeconds)) return true;
  if (toldAt === null) return false;
  return (seenAt?.getTime() ?? 0) < toldAt.getTime() + GOES_ON * intervalSeconds * 1000;
}

/**
 * The gateways in use by which silent meters come; of several the one that was heard last, which is quiet where all are.
 * Quiet is asked of what was heard since the meter was, and not of what is known to be silent: so it holds before the
 * gateway's own silence is found, and where its interval is longer than that of the meter.
 */
export async function meterWays(
  trx: Db,
  meterIds: readonly number[],
): Promise<ReadonlyMap<number, MeterWay>> {
  if (meterIds.length === 0) return new Map();
  const { rows } = await sql<Way>`
    with ${METER_GATEWAY}
    select mg.ammeter_id as "meterId", g.id as "gatewayId", told.at as "toldAt",
      json_build_object('zh', g.gateway_name, 'en', coalesce(nullif(g.gateway_name_en, ''), g.gateway_name)) as name,
      greatest(st.last_seen_at, g.last_seen_at) as "seenAt", st.drift_ms as "driftMs", a.interval_seconds as "intervalSeconds"
    from meter_gateway mg join ammeter a on a.id = mg.ammeter_id join gateway g on g.id = mg.gateway_id and g.state = '1'
      left join gateway_state st on st.gateway_id = g.id, lateral (select ${LAST_TOLD} as at) told
    where mg.ammeter_id = any (${meterIds}::integer[])
    order by "seenAt" desc nulls last, g.id`.execute(trx);
  const found = new Map<number, MeterWay>();
  for (const [meterId, ways] of groupedBy(rows, (row) => row.meterId)) {
    const [first] = ways;
    if (first)
      found.set(meterId, { gatewayId: first.gatewayId, name: first.name, quiet: ways.every(isQuiet) });
  }
  return found;
}
