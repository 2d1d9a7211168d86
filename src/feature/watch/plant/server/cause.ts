import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import { meterWays } from '#feature/meters/communication/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** A gateway that is back has one interval of a meter, and this, in which the meter may speak again; ms. */
const GRACE_MS = 60_000;

/** What the silence of a meter follows from. */
export interface SilenceCause {
  readonly gatewayId: number;
  readonly name: Text;
  /** The record of the gateway; null while there is none. */
  readonly recordId: number | null;
  /** Since when the gateway speaks again, ms; null while it does not. */
  readonly overAt: number | null;
}

interface Kept {
  readonly recordId: number;
  readonly meterId: number;
  readonly graceMs: number;
  readonly gatewayId: number | null;
  readonly overAt: number | null;
}

interface GatewayRecord {
  readonly gatewayId: number;
  readonly recordId: number;
  readonly clearedAt: number | null;
}

async function keptOf(trx: Db, recordIds: readonly number[]): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`
    select r.id as "recordId", r.ammeter_id as "meterId", a.interval_seconds * 1000 + ${GRACE_MS}::integer as "graceMs",
      r._cause_gateway_id as "gatewayId", (extract(epoch from r._cause_over_at) * 1000)::float8 as "overAt"
    from alarm_record r join ammeter a on a.id = r.ammeter_id
    where r.id = any (${recordIds}::integer[])`.execute(trx);
  return rows;
}

/** The records of gateways that stand, else those that ended last. */
async function recordsOf(
  trx: Db,
  gatewayIds: readonly number[],
): Promise<ReadonlyMap<number, GatewayRecord>> {
  const { rows } = await sql<GatewayRecord>`
    select distinct on (_watch_object) _watch_object as "gatewayId", id as "recordId",
      (extract(epoch from cleared_at) * 1000)::float8 as "clearedAt"
    from alarm_record where _watch_kind in ('gatewaySilent', 'gatewayClock')
      and _watch_object = any (${gatewayIds}::integer[])
    order by _watch_object, cleared_at desc nulls first, _watch_kind desc`.execute(trx);
  return new Map(rows.map((row) => [row.gatewayId, row]));
}

/**
 * Of records of silent meters those that follow from a gateway, by a rule or by the platform's watch alike. A gateway that
 * is back has the meter an interval to speak: until then the cause holds.
 * @param now ms
 */
export async function silenceCauses(
  trx: Db,
  recordIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, SilenceCause>> {
  if (recordIds.length === 0) return new Map();
  const kept = await keptOf(trx, recordIds);
  const ways = await meterWays(trx, kept.map(({ meterId }) => meterId)); // prettier-ignore
  const records = await recordsOf(trx, [...new Set([...ways.values()].map(({ gatewayId }) => gatewayId))]);
  return new Map(
    kept.flatMap(({ recordId, meterId, graceMs, gatewayId, overAt }): [number, SilenceCause][] => {
      const way = ways.get(meterId);
      if (!way) return [];
      const record = records.get(way.gatewayId);
      const cause = { gatewayId: way.gatewayId, name: way.name };
      if (way.quiet)
        return [
          [
            recordId,
            { ...cause, recordId: record?.clearedAt === null ? record.recordId : null, overAt: null },
          ],
        ];
      const back = gatewayId === way.gatewayId ? (overAt ?? now) : (record?.clearedAt ?? null);
      if (back === null || back + graceMs < now) return [];
      return [[recordId, { ...cause, recordId: record?.recordId ?? null, overAt: back }]];
    }),
  );
}

/** What is noted of a record: the record that it follows from, or the gateway and whether that is back. */
export type NotedCause = Pick<SilenceCause, 'recordId'> & Partial<Pick<SilenceCause, 'gatewayId' | 'overAt'>>;

/** Notes of records what they follow from, as far as that is not noted yet. */
export async function noteCauses(trx: Db, causes: ReadonlyMap<number, NotedCause>): Promise<void> {
  if (causes.size === 0) return;
  const rows = [...causes].map(([id, { recordId, gatewayId, overAt }]) => ({
    id,
    cause: recordId ?? null,
    gateway: gatewayId ?? null,
    over: typeof overAt === 'number' ? new Date(overAt).toISOString() : null,
  }));
  await sql`
    update alarm_record r set _cause_id = coalesce(c.cause, r._cause_id), _cause_gateway_id = c.gateway, _cause_over_at = c.over
    from json_to_recordset(${JSON.stringify(rows)}::json) as c (id integer, cause integer, gateway integer, over timestamptz)
    where r.id = c.id and (r._cause_id, r._cause_gateway_id, r._cause_over_at)
      is distinct from (coalesce(c.cause, r._cause_id), c.gateway, c.over)`.execute(trx);
}
