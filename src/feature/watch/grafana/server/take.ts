import { sql } from 'kysely';
import { planRuns, type Raised, skipRuns, type Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Alert } from '../domain/body.ts';
import { type Event, recordClear, recordRaise } from './record.ts';

/** What became of the alerts of a delivery. */
export interface Taken {
  readonly raised: number;
  readonly cleared: number;
  /** What was told before. */
  readonly duplicate: number;
  /** Of events that are switched off. */
  readonly off: number;
  /** Identifiers that no event has, the first hundred. */
  readonly unknown: readonly string[];
}

const MOST_TOLD = 100;

async function eventsOf(
  trx: Db,
  consumerId: number,
  alerts: readonly Alert[],
): Promise<ReadonlyMap<string, Event>> {
  const wanted = [...new Set(alerts.map(({ identifier }) => identifier))];
  const { rows } = await sql<Event>`
    select id, consumer_id as "consumerId", event_identifier as identifier, site_id as "siteId", alarm_level as level,
      event_name as name, event_name_en as "nameEn", enable = '1' as "on"
    from event_config_grafana where consumer_id = ${consumerId} and event_identifier = any (${wanted})`.execute(
    trx,
  );
  return new Map(rows.map((one) => [one.identifier, one]));
}

interface Episode {
  readonly id: number;
  readonly recordId: number;
  /** ms */
  readonly startsAt: number;
  readonly lasts: boolean;
  /** It ended as its event was switched off. */
  readonly retired: boolean;
}

/** The newest episode of an alert. */
async function lastOf(trx: Db, eventId: number, fingerprint: string): Promise<Episode | undefined> {
  const { rows } = await sql<Episode>`
    select a.id, a.record_id as "recordId", (extract(epoch from a.starts_at) * 1000)::double precision as "startsAt",
      a.ends_at is null as lasts, r._retired as retired
    from grafana_alert a join alarm_record r on r.id = a.record_id
    where a.event_id = ${eventId} and a.fingerprint = ${fingerprint} order by a.starts_at desc limit 1`.execute(
    trx,
  );
  return rows[0];
}

type Outcome = { readonly raised: Raised } | { readonly cleared: number } | null;

/** Takes one alert: while it lasts every further telling is the same; what is over stays over. Null = told before. */
async function takeOne(trx: Db, event: Event, alert: Alert): Promise<Outcome> {
  const last = await lastOf(trx, event.id, alert.fingerprint);
  if (last?.lasts) {
    // The end of an episode before this one, told late.
    if (alert.endsAt === null || alert.endsAt < last.startsAt) return null;
    await recordClear(trx, last, alert.endsAt);
    return { cleared: last.recordId };
  }
  // What goes on while its event was out of use is told again.
  const goesOn = last?.retired && alert.firing && alert.startsAt === last.startsAt;
  if (last && alert.startsAt <= last.startsAt && !goesOn) return null;
  return { raised: await recordRaise(trx, event, alert) };
}

/**
 * Takes the alerts of an enterprise in one transaction with what they set in motion: each (identifier, fingerprint) has
 * one open record at most, in whatever order and however often it is told. What is over already wakes nobody.
 * @param now ms
 */
export async function takeAlerts(
  trx: Db,
  ways: Ways,
  consumerId: number,
  alerts: readonly Alert[],
  now: number,
): Promise<Taken> {
  // Deliveries of one enterprise come one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('grafanaHook'), ${consumerId})`.execute(trx);
  const events = await eventsOf(trx, consumerId, alerts);
  const counts = { duplicate: 0, off: 0 };
  const unknown = new Set<string>();
  const raised: Raised[] = [];
  const cleared: number[] = [];
  // Beginnings before ends.
  const inOrder = alerts.toSorted((a, b) => a.startsAt - b.startsAt || Number(b.firing) - Number(a.firing));
  for (const alert of inOrder) {
    const event = events.get(alert.identifier);
    if (!event) unknown.add(alert.identifier);
    else if (!event.on) counts.off++;
    else {
      const outcome = await takeOne(trx, event, alert);
      if (!outcome) counts.duplicate++;
      else if ('cleared' in outcome) cleared.push(outcome.cleared);
      else raised.push(outcome.raised);
    }
  }
  await planRuns(trx, ways, await standing(trx, raised), now);
  if (cleared.length > 0) await skipRuns(trx, cleared, 'cleared');
  return {
    ...counts,
    raised: raised.length,
    cleared: cleared.length,
    unknown: [...unknown].slice(0, MOST_TOLD),
  };
}

/** Of raised alarms those that are not over again. */
async function standing(trx: Db, raised: readonly Raised[]): Promise<readonly Raised[]> {
  const { rows } = await sql<{ id: number; count: number }>`select id, raise_count as count from alarm_record
    where id = any (${raised.map(({ recordId }) => recordId)}) and cleared_at is null`.execute(trx);
  const open = new Map(rows.map(({ id, count }) => [id, count]));
  return raised.filter(({ recordId, count }) => open.get(recordId) === count);
}
