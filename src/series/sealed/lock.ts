import type pg from 'pg';
import type { Queryable } from '#server/database/queryable.ts';

/** Any fixed number: the class of the advisory locks that let one process at a time fold a meter, by its id. */
export const FOLD_LOCK = 7_303_016;
/** Another: those between what stores values of months that are over and what seals or opens these, by slots of meters. */
const SEAL_LOCK = 7_303_018;
/** So few that a delivery for all meters takes no more locks than PostgreSQL has room for. */
const SLOTS = 64;

/** A slot of no meter, which whoever seals or opens holds alone. */
const ALL = -1;

const slotOf = (meterId: number): number => meterId % SLOTS;

/** Keeps months of meters from being sealed or opened until the transaction ends. Any number may do so at once. */
export async function keepSealed(db: Queryable, meterIds: Iterable<number>): Promise<void> {
  const slots = [...new Set(Array.from(meterIds, slotOf))].sort((a, b) => a - b);
  await db.query({
    name: 'keep_sealed',
    text: `select pg_advisory_xact_lock_shared(${SEAL_LOCK}, s) from unnest($1::integer[]) s`,
    values: [slots],
  });
}

/** The same meter alone, for whoever seals: false where somebody stores values of it or folds it now. */
export async function tryHoldMonths(client: pg.PoolClient, meterId: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>({
    name: 'try_hold_months',
    text: `select pg_try_advisory_xact_lock(${SEAL_LOCK}, ${ALL}) and pg_try_advisory_xact_lock(${FOLD_LOCK}, $1)
             and pg_try_advisory_xact_lock(${SEAL_LOCK}, $2) as held`,
    values: [meterId, slotOf(meterId)],
  });
  return rows[0]?.held === true;
}

/** The same, waiting for whoever stores now. */
export async function holdMonths(client: pg.PoolClient, meterId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${SEAL_LOCK}, ${ALL})`);
  await client.query(`select pg_advisory_xact_lock(${SEAL_LOCK}, $1)`, [slotOf(meterId)]);
}

/** Keeps all months as they are, sealed or not, until the transaction ends: for who asks in several statements. */
export async function keepStill(db: Queryable): Promise<void> {
  await db.query({ text: `select pg_advisory_xact_lock_shared(${SEAL_LOCK}, ${ALL})`, values: [] });
}
