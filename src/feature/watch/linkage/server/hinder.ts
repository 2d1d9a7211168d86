import { sql } from 'kysely';
import { FLOOD_RAISES, FLOOD_WINDOW_MS } from '#domain/alarm/flood.ts';
import type { Db } from '#server/database/db.ts';
import { digestAt } from '../domain/digest.ts';
import { isQuiet, quietUntil } from '../domain/plan.ts';
import { type Held, type RunEnd, zoneOf } from './run.ts';

/** A message that goes out later, together with others. */
interface Hold {
  /** ms */
  readonly until: number;
  readonly reason: 'quiet' | 'digest';
}

/** An output is operated so long after its time at most, ms. */
const LATEST_CONTROL_MS = 60_000;

/** Until when quiet hours hold a message back that is not urgent; null = they do not. @param now ms */
export function quietEnd(run: Held, now: number): number | null {
  if (!isMessage(run) || run.content.level === '1' || run.quietEnd === null) return null;
  const local = zoneOf(run.zone).local(now);
  return isQuiet(local.hour, run.quietBegin, run.quietEnd) ? quietUntil(local, now, run.quietEnd) : null;
}

const isMessage = ({ linkageType }: Held): boolean => linkageType === '1' || linkageType === '2';

/**
 * Whether people are told of more raises of a site within the last ten minutes than one can deal with, however old the data
 * are that raised them: a gateway that is back after a day tells all it kept at once.
 */
async function isFlood(trx: Db, { consumerId, siteId }: Held, now: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from linkage_record where consumer_id = ${consumerId} and site_id is not distinct from ${siteId}
        and record_source = 'machine' and linkage_type in ('1', '2', '5', '7')
        and _planned_at > ${new Date(now - FLOOD_WINDOW_MS)}
      group by alarm_record_id, raise_count limit ${FLOOD_RAISES + 1}) raises`.execute(trx);
  return (rows[0]?.n ?? 0) > FLOOD_RAISES;
}

/** Says whether the site of a run is in a flood; each site is looked at once. @param now ms */
export function floodAt(trx: Db, now: number): (run: Held) => Promise<boolean> {
  const floods = new Map<string, Promise<boolean>>();
  return (run) => {
    const site = `${run.consumerId} ${run.siteId}`;
    const known = floods.get(site);
    if (known) return known;
    const flood = isFlood(trx, run, now);
    floods.set(site, flood);
    return flood;
  };
}

/**
 * What keeps runs from being done now. Urgent messages are never held.
 * @param now ms
 */
export function hindrance(
  trx: Db,
  now: number,
  inFlood = floodAt(trx, now),
): (run: Held) => Promise<RunEnd | Hold | null> {
  return async (run) => {
    // A group that is switched off still hands the alarm on.
    if (!run.on && run.linkageType !== '7') return { state: 'skipped', reason: 'switchedOff' };
    // After an outage the plant is another than the one that the alarm spoke of.
    if (run.linkageType === '4' && now - Date.parse(run.dueAt) > LATEST_CONTROL_MS)
      return { state: 'skipped', reason: 'controlLate' };
    const until = quietEnd(run, now);
    if (until !== null) return { until, reason: 'quiet' };
    if (!isMessage(run) || run.content.level === '1') return null;
    return (await inFlood(run)) ? { until: digestAt(now), reason: 'digest' } : null;
  };
}
