import { sql } from 'kysely';
import { groupedBy } from '#domain/group.ts';
import { forgetLate } from '#feature/meters/reading/server/public.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import { type Assignment, rulesOn, statesOf } from './load.ts';

/** So many rules on meters are kept; beyond that all are forgotten. */
const MOST_KEPT = 100_000;
/** What changed stays written down for a day; who did not ask for half of one forgets everything. */
const STALE_MS = DAY_MS / 2;

interface Kept {
  readonly rules: ReadonlyMap<number, readonly Assignment[]>;
  readonly fresh: readonly number[];
  readonly watched: ReadonlySet<number>;
}

async function watchedAmong(trx: Db, meterIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ammeter_id as id from alarm_mixed_meter where ammeter_id = any (${numbers(meterIds)}::integer[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * The rules of meters, kept in memory as they are compiled until one of them changes. What changed is told in the
 * transaction of the change (`alarm_change`): each look asks for all that may have been committed since the last one.
 */
export class RuleBook {
  readonly #rules = new Map<number, readonly Assignment[]>();
  /** Of the meters whose rules are kept those that compositions on other meters look at. */
  readonly #watched = new Set<number>();
  #kept = 0;
  /** Every change of an older transaction was seen, and of the others these. */
  #from: string | null = null;
  #seen = new Set<string>();
  #askedAt = 0;
  #prunedAt = 0;

  /** Forgets what changed. To be asked in the transaction of a look before anything else of the book. @param now ms */
  async renew(trx: Db, now: number): Promise<void> {
    if (Math.abs(now - this.#askedAt) > STALE_MS) this.#from = null;
    this.#askedAt = now;
    if (now - this.#prunedAt > HOUR_MS) {
      this.#prunedAt = now;
      await sql`delete from alarm_change where at < now() - interval '1 day'`.execute(trx);
      await forgetLate(trx, now);
    }
    const { rows } = await sql<{ id: string | null; meterId: number | null; from: string }>`
      select c.id::text as id, c.ammeter_id as "meterId", s.from_tx::text as from
      from (select pg_snapshot_xmin(pg_current_snapshot()) as from_tx) s
        left join alarm_change c on c.tx >= coalesce(${this.#from}::xid8, s.from_tx)`.execute(trx);
    const before = this.#seen;
    this.#seen = new Set(rows.flatMap(({ id }) => id ?? []));
    if (this.#from === null || this.#kept > MOST_KEPT) this.forgetAll();
    this.#from = rows[0]?.from ?? null;
    for (const { id, meterId } of rows)
      if (id !== null && meterId !== null && !before.has(id)) this.#forget(meterId);
  }

  /**
   * The rules that are put to some meters, with their states; `fresh` are the meters whose rules were read anew, `watched` those
   * at which compositions on other meters look.
   */
  async of(trx: Db, meterIds: readonly number[]): Promise<Kept> {
    const fresh = meterIds.filter((id) => !this.#rules.has(id));
    if (fresh.length > 0) {
      for (const id of await watchedAmong(trx, fresh)) this.#watched.add(id);
      const read = groupedBy(await rulesOn(trx, fresh), (one) => one.ammeterId);
      for (const id of fresh) {
        const rules = read.get(id) ?? [];
        this.#rules.set(id, rules);
        this.#kept += rules.length;
      }
    }
    const states = await statesOf(trx, meterIds);
    const rules = new Map(meterIds.map((id) => [id, this.#rules.get(id) ?? []]));
    for (const id of new Set(states.map(({ ammeterId }) => ammeterId))) {
      const own = new Map(states.filter((one) => one.ammeterId === id).map((one) => [one.alarmId, one.state])); // prettier-ignore
      const withState = (on: Assignment): Assignment => {
        const state = own.get(on.alarmId);
        return state ? { ...on, state, kept: true } : on;
      };
      rules.set(id, (rules.get(id) ?? []).map(withState));
    }
    return { rules, fresh, watched: this.#watched };
  }

  #forget(meterId: number): void {
    this.#kept -= this.#rules.get(meterId)?.length ?? 0;
    this.#rules.delete(meterId);
    this.#watched.delete(meterId);
  }

  /** Forgets everything, as where a look was taken back: what followed from the rules that it read anew did not happen. */
  forgetAll(): void {
    this.#rules.clear();
    this.#watched.clear();
    this.#kept = 0;
  }
}

/** The rules that are put to some meters, with their states. */
export async function assignmentsOf(trx: Db, meterIds: readonly number[]): Promise<Assignment[]> {
  const { rules } = await new RuleBook().of(trx, meterIds);
  return [...rules.values()].flat();
}
