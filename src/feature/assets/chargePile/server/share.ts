import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { steadyLimit, tellingsOf } from '#domain/charge/share.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { type Guarded, guardNow, guardsOf } from '#feature/money/demand/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { ChargeShare } from '../contract.ts';
import { COMMAND_CHANNEL } from './command.ts';
import { noteEvent } from './event.ts';
import { type Standing, standingsOf } from './standing.ts';

type Basis = ChargeShare['basis'];

interface Limit {
  readonly id: number;
  readonly consumerId: number;
  /** kW */
  readonly entered: number;
  readonly guardId: number | null;
  readonly fallback: number | null;
  readonly before: { readonly limit: number; readonly since: number } | null;
}

async function limitOf(trx: Db, siteId: number): Promise<Limit | undefined> {
  const { rows } = await sql<Omit<Limit, 'before'> & { power: number | null; since: Date | null }>`
    select l.id, l.consumer_id as "consumerId", l.limit_power::float8 as entered, l.guard_id as "guardId",
      l.fallback_power::float8 as fallback, s.limit_power::float8 as power, s.since
    from charge_limit l left join charge_share s on s.limit_id = l.id
    where l.site_id = ${siteId} and l.state = '1'`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { power, since, ...limit } = row;
  return {
    ...limit,
    before:
      power === null || since === null ? null : { limit: Math.round(power * 1000), since: since.getTime() },
  };
}

/**
 * What a demand limit leaves for charging, W: the power that keeps its window below the limit, less what else takes power
 * now; null where its power of now is not known. Charging that tells no power is not taken off, as it may be little.
 */
export function leftByGuard(
  guarded: Guarded,
  chargers: readonly Pick<Standing, 'takes'>[],
  now: number,
): number | null {
  const { power, basis, from, knownTo, energy, limit } = guarded;
  if (basis !== 'power' || power === null) return null;
  const [most, used] = [microToNumber(limit), microToNumber(energy)];
  const hours = (from + QUARTER_MS - Math.min(Math.max(knownTo, from), now)) / HOUR_MS;
  // What the window still allows, and never more than the limit itself: the next window begins with it.
  const allowed = hours <= 0 ? most : Math.min(most, (most * 0.25 - used) / hours);
  const charging = sumOf(chargers.map(({ takes }) => takes)) ?? 0;
  return Math.floor(allowed * 1000 - Math.max(0, microToNumber(power) * 1000 - charging));
}

async function allowedNow(
  trx: Db,
  limit: Limit,
  chargers: readonly Standing[],
  now: number,
): Promise<{ readonly watts: number; readonly basis: Basis }> {
  if (limit.guardId === null) return { watts: limit.entered * 1000, basis: 'entered' };
  const guard = (await guardsOf(trx, limit.consumerId)).find(({ id }) => id === limit.guardId);
  const left = guard ? leftByGuard(await guardNow(trx, guard, now), chargers, now) : null;
  return left === null
    ? { watts: (limit.fallback ?? 0) * 1000, basis: 'fallback' }
    : { watts: left, basis: 'demand' };
}

/**
 * Looks at the chargers of a site and tells those whose share changed; where no limit is shared any more they are set
 * free. Any number of processes may look: they come one after the other, and the second finds nothing to do.
 * @returns the chargers that are told something
 */
export async function shareAtSite(
  db: Db,
  siteId: number,
  now: number = Date.now(),
): Promise<readonly number[]> {
  // Most sites share nothing: their chargers are not held up.
  if ((await sharingSites(db, siteId)).length === 0) return [];
  return db.transaction().execute(async (trx) => {
    await sql`select from charge_pile where site_id = ${siteId} order by id for no key update`.execute(trx);
    const limit = await limitOf(trx, siteId);
    const chargers = await standingsOf(trx, siteId, now);
    if (!limit) {
      const bound = chargers.filter(({ free, state }) => !free && state === 'ready');
      return tell(trx, new Map(bound.map(({ id }) => [id, null])));
    }
    const { watts, basis } = await allowedNow(trx, limit, chargers, now);
    const shared = steadyLimit(limit.before, { allowed: watts, full: Math.floor(limit.entered * 1000), now });
    await sql`insert into charge_share (limit_id, consumer_id, limit_power, basis, since)
      values (${limit.id}, ${limit.consumerId}, ${shared.limit / 1000}, ${basis}, ${new Date(shared.since)})
      on conflict (limit_id) do update set limit_power = excluded.limit_power, basis = excluded.basis,
        since = excluded.since, looked_at = now()`.execute(trx);
    for (const { id, doubt, takes } of chargers)
      if (doubt === 'over')
        await noteEvent(trx, { id, consumerId: limit.consumerId }, 'overShare', { detail: `${(takes ?? 0) / 1000} kW` }); // prettier-ignore
    return tell(trx, tellingsOf(shared.limit, chargers));
  });
}

/** @param tellings watts by charger; null sets it free */
async function tell(trx: Db, tellings: ReadonlyMap<number, number | null>): Promise<readonly number[]> {
  for (const [pileId, share] of tellings) {
    const { rows } = await sql<{ id: number }>`
      insert into charge_command (pile_id, consumer_id, kind, power, by_name)
      select id, consumer_id, ${share === null ? 'clearShare' : 'share'}, ${share === null ? null : share / 1000}, ''
      from charge_pile where id = ${pileId} returning id`.execute(trx);
    await sql`select pg_notify(${COMMAND_CHANNEL}, ${`${rows[0]?.id} ${pileId}`})`.execute(trx);
  }
  return [...tellings.keys()];
}

/** Sites that share a limit, or whose chargers still hold a share of one that is gone. @param siteId of one alone */
export async function sharingSites(db: Db, siteId: number | null = null): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id as "siteId" from charge_limit where state = '1' and (${siteId}::integer is null or site_id = ${siteId})
    union select p.site_id from charge_pile p, lateral (select kind, state from charge_command where pile_id = p.id
      and kind in ('share', 'clearShare') and state in ('accepted', 'unknown') order by id desc limit 1) c
    where p.state = '1' and (${siteId}::integer is null or p.site_id = ${siteId}) and (c.kind = 'share' or c.state = 'unknown')`.execute(
    db,
  );
  return rows.map(({ siteId }) => siteId);
}

const KEPT_DAYS = 90;

/** Forgets shares of long ago that later ones took the place of. */
export const forgetShares = (db: Db): Promise<unknown> =>
  sql`delete from charge_command c where kind in ('share', 'clearShare') and at < now() - ${KEPT_DAYS} * interval '1 day'
    and exists (select from charge_command n where n.pile_id = c.pile_id and n.kind in ('share', 'clearShare')
      and n.state = 'accepted' and n.id > c.id)`.execute(db);

const GATHER_MS = 100;

/** Looks at sites one at a time; a site that is named again meanwhile is looked at once more. */
export class ShareLooks {
  readonly #look: (siteId: number) => Promise<unknown>;
  readonly #wanted = new Map<number, boolean>();

  constructor(look: (siteId: number) => Promise<unknown>) {
    this.#look = look;
  }

  async want(siteId: number): Promise<void> {
    const running = this.#wanted.has(siteId);
    this.#wanted.set(siteId, running);
    if (running) return;
    try {
      do {
        // Of what comes together, such as the sessions of a month without a line, one look is enough.
        await sleep(GATHER_MS);
        this.#wanted.set(siteId, false);
        await this.#look(siteId);
      } while (this.#wanted.get(siteId));
    } finally {
      this.#wanted.delete(siteId);
    }
  }
}
