import { sql } from 'kysely';
import { groupedBy } from '#domain/group.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type { SessionState } from '#contract/chargeSession.ts';
import { isBilled } from '../contract.ts';

/** A session as figures take it: its day, hour and amounts are those of its begin. */
export interface SessionOfTime {
  readonly sessionId: number;
  readonly pileId: number;
  readonly siteId: number;
  /** ms. */
  readonly begin: number;
  /** ms; null = it goes on, or its end was not told. */
  readonly end: number | null;
  readonly state: string;
  /** kWh; null = in doubt. */
  readonly energy: number | null;
  /** Yuan; null = not settled, in doubt, or without a price. */
  readonly energyFee: number | null;
  readonly serviceFee: number | null;
  /** kWh by tariff period, `0` what none holds; null = none of it. */
  readonly energies: readonly [
    none: number | null,
    sharp: number | null,
    peak: number | null,
    flat: number | null,
    valley: number | null,
    deepValley: number | null,
  ];
}

/** Whose sessions: of an enterprise, of a site, of one charger. */
export interface WhoseSessions {
  readonly consumerId: number;
  readonly siteId?: number | undefined;
  readonly pileId?: number | undefined;
}

/** The sessions that began in a time, of chargers that the caller sees. */
export async function sessionsOver(trx: Db, whose: WhoseSessions, range: Range): Promise<SessionOfTime[]> {
  const { rows } = await sql<SessionOfTime>`
    select id as "sessionId", pile_id as "pileId", site_id as "siteId",
      floor(extract(epoch from begin_at) * 1000)::float8 as begin,
      floor(extract(epoch from end_at) * 1000)::float8 as "end", session_state as state, energy::float8 as energy,
      energy_fee::float8 as "energyFee", service_fee::float8 as "serviceFee",
      array[energy0, energy1, energy2, energy3, energy4, energy5]::float8[] as energies
    from charge_session
    where consumer_id = ${whose.consumerId} and begin_at >= ${new Date(range.from)} and begin_at < ${new Date(range.to)}
      and (${whose.siteId ?? null}::integer is null or site_id = ${whose.siteId ?? null})
      and (${whose.pileId ?? null}::integer is null or pile_id = ${whose.pileId ?? null})
    order by begin_at, id`.execute(trx);
  return rows;
}

/** What sessions came to. */
export interface PileTotals {
  readonly sessions: number;
  /** kWh; null = none is known. */
  readonly energy: number | null;
  /** Yuan; null = none is known. */
  readonly energyFee: number | null;
  readonly serviceFee: number | null;
  /** Hours in which a session went on within the time. */
  readonly hours: number;
  readonly doubts: number;
  readonly interrupted: number;
  readonly byHand: number;
  readonly excluded: number;
  /** Settled sessions whose energy has no price. */
  readonly unpriced: number;
}

/** Adds sessions up; what goes on counts until the end of the time. */
export function totalsOf(sessions: readonly SessionOfTime[], range: Range): PileTotals {
  const settled = sessions.filter(({ state }) => isBilled(state));
  const inState = (wanted: SessionState): number => sessions.filter(({ state }) => state === wanted).length;
  const timed = sessions.filter(({ end, state }) => end !== null || state === '1');
  const spentMs = sumOf(
    timed.map(({ begin, end }) => Math.max(0, Math.min(end ?? range.to, range.to) - begin)),
  );
  return {
    sessions: sessions.length,
    energy: sumOf(sessions.map(({ energy }) => energy)),
    energyFee: sumOf(settled.map(({ energyFee }) => energyFee)),
    serviceFee: sumOf(settled.map(({ serviceFee }) => serviceFee)),
    hours: (spentMs ?? 0) / HOUR_MS,
    doubts: inState('4'),
    interrupted: inState('3'),
    byHand: inState('5'),
    excluded: inState('6'),
    unpriced: settled.filter(({ energyFee }) => energyFee === null).length,
  };
}

/** The totals of each charger in a time, by its id. */
export async function usesOver(
  trx: Db,
  whose: WhoseSessions,
  range: Range,
): Promise<ReadonlyMap<number, PileTotals>> {
  const sessions = await sessionsOver(trx, whose, range);
  const byPile = groupedBy(sessions, ({ pileId }) => pileId);
  return new Map([...byPile].map(([pileId, own]) => [pileId, totalsOf(own, range)]));
}

/** The power of the chargers of a site now; kW. */
export interface PilesNow {
  readonly piles: number;
  /** Null where one that charges tells no power of now; `at` = when the oldest of the values was told, ms. */
  readonly power: { readonly value: number | null; readonly at: number | null };
}

/** What was told longer ago is not the present. */
export const STALE_MS = 20 * MINUTE_MS;

/** What the chargers of a site take now, as their sessions tell it; null where the site has none. @param now ms */
export async function pilesNow(trx: Db, siteId: number, now: number): Promise<PilesNow | null> {
  const { rows } = await sql<{
    pileId: number;
    session: number | null;
    power: number | null;
    at: number | null;
  }>`
    select p.id as "pileId", s.id as session, m.power::float8 as power,
      floor(extract(epoch from m.at) * 1000)::float8 as at
    from charge_pile p
    left join charge_session s on s.pile_id = p.id and s.session_state = '1'
    left join lateral (select power, at from charge_sample where session_id = s.id and power is not null
      order by at desc limit 1) m on true
    where p.site_id = ${siteId} and p.state = '1'`.execute(trx);
  if (rows.length === 0) return null;
  const running = rows.filter(({ session }) => session !== null);
  const known = running.every(({ power, at }) => power !== null && now - (at ?? 0) <= STALE_MS);
  return {
    piles: new Set(rows.map(({ pileId }) => pileId)).size,
    power: {
      // Nothing that charges takes nothing: that is known.
      value: known ? (sumOf(running.map(({ power }) => power)) ?? 0) : null,
      at: running.length === 0 ? null : Math.min(...running.map(({ at }) => at ?? 0)) || null,
    },
  };
}
