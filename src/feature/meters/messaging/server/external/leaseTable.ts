import type pg from 'pg';

/** What a process says of itself with each beat. */
export interface Beat {
  readonly id: string;
  /** For people: host and process. */
  readonly name: string;
  readonly able: boolean;
  /** Client ids by its settings. */
  readonly wants: readonly string[];
}

interface TakerRow extends Beat {
  readonly beat: string;
}

export interface SessionRow {
  readonly clientId: string;
  readonly owner: string | null;
  readonly beat: string;
}

/** Everything that is leased, as it stands. */
export interface Leases {
  /** Sessions that are this process's, as its beat has found. */
  readonly held: ReadonlySet<string>;
  readonly takers: readonly TakerRow[];
  readonly sessions: readonly SessionRow[];
}

/**
 * Beats once for a process and its sessions, and reads what the others do.
 * @param mostMs the database gives up after it, so that no connection stays behind
 */
export async function beat(pool: pg.Pool, { id, name, able, wants }: Beat, mostMs: number): Promise<Leases> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = ${mostMs}`);
    await client.query(
      `insert into mqtt_taker as t (id, name, able, wants) values ($1, $2, $3, $4)
       on conflict (id) do update set beat = t.beat + 1, able = excluded.able, wants = excluded.wants,
         beaten_at = now()`,
      [id, name, able, wants],
    );
    const { rows: held } = await client.query<{ clientId: string }>(
      'update mqtt_session set beat = beat + 1 where owner = $1 returning client_id as "clientId"',
      [id],
    );
    const { rows: takers } = await client.query<TakerRow>(
      'select id::text, name, beat::text, able, wants from mqtt_taker order by id',
    );
    const { rows: sessions } = await client.query<SessionRow>(
      'select client_id as "clientId", owner::text, beat::text from mqtt_session order by 1',
    );
    await client.query('commit');
    client.release();
    return { held: new Set(held.map(({ clientId }) => clientId)), takers, sessions };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Makes sessions known that are not yet. */
export const addSessions = (pool: pg.Pool, clientIds: readonly string[]): Promise<unknown> =>
  pool.query(
    'insert into mqtt_session (client_id) select unnest($1::text[]) order by 1 on conflict do nothing',
    [clientIds],
  );

/** Takes a session that is as it was seen: one process succeeds, and the one before learns of it by its next beat. */
export async function takeSession(pool: pg.Pool, seen: SessionRow, owner: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update mqtt_session set owner = $1, beat = beat + 1, taken_at = now()
     where client_id = $2 and owner is not distinct from $3 and beat = $4`,
    [owner, seen.clientId, seen.owner, seen.beat],
  );
  return rowCount === 1;
}

/** Lets sessions of this process go: another takes them at once. */
export const releaseSessions = (
  pool: pg.Pool,
  owner: string,
  clientIds: readonly string[],
): Promise<unknown> =>
  pool.query('update mqtt_session set owner = null where owner = $1 and client_id = any($2)', [
    owner,
    clientIds,
  ]);

/** Forgets a session that is empty and is not at the broker any more. */
export const removeSession = (pool: pg.Pool, owner: string, clientId: string): Promise<unknown> =>
  pool.query('delete from mqtt_session where owner = $1 and client_id = $2', [owner, clientId]);

/** Forgets a process that ends, or that has died and is still as it was seen. */
export const forgetTaker = (pool: pg.Pool, id: string, beatSeen?: string): Promise<unknown> =>
  pool.query('delete from mqtt_taker where id = $1 and beat = coalesce($2, beat)', [id, beatSeen ?? null]);
