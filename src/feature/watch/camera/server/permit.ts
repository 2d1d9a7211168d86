import { sql } from 'kysely';
import { sessionExpired } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { hashSecret, newSecret } from '#server/secret.ts';

/** A permit lasts so long, s; it is taken once. */
const LIFE_S = 60;

/** Who watches which camera. */
export interface Permit {
  readonly employeeId: number;
  readonly cameraId: number;
  readonly sessionHash: string;
}

/** Gives a session the permit to watch a camera. @throws Fault 901 where it ended meanwhile */
export async function givePermit(
  system: Db,
  session: string,
  { employeeId, cameraId }: Pick<Permit, 'employeeId' | 'cameraId'>,
): Promise<string> {
  const token = newSecret();
  await sql`delete from camera_token where expires_at < now()`.execute(system);
  const { rows } = await sql`
    insert into camera_token (token_hash, session_hash, employee_id, camera_id, expires_at)
    select ${hashSecret(token)}, s.token_hash, ${employeeId}, ${cameraId}, now() + make_interval(secs => ${LIFE_S})
    from session s where s.token_hash = ${hashSecret(session)} returning 1`.execute(system);
  if (rows.length === 0) throw sessionExpired();
  return token;
}

/** The hashes of the permits that can be taken now. */
export async function openPermits(system: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ hash: string }>`select token_hash as hash from camera_token
    where expires_at > now()`.execute(system);
  return rows.map(({ hash }) => hash);
}

/** Takes a permit, once, where it is brought by the session that it was given to, which is open; undefined = it is none. */
export async function takePermit(
  system: Db,
  token: string,
  sessions: readonly string[],
): Promise<Permit | undefined> {
  const { rows } = await sql<Permit & { readonly valid: boolean }>`
    delete from camera_token where token_hash = ${hashSecret(token)}
    returning employee_id as "employeeId", camera_id as "cameraId", session_hash as "sessionHash",
      expires_at > now() and exists (select from session s where s.token_hash = camera_token.session_hash
        and s.expires_at > now() and s.locked_at is null) as valid`.execute(system);
  const row = rows[0];
  return row?.valid === true && sessions.some((one) => hashSecret(one) === row.sessionHash) ? row : undefined;
}

/** Whether the session is open and not locked. */
export async function sessionOpen(system: Db, sessionHash: string): Promise<boolean> {
  const { rows } = await sql`select 1 from session
    where token_hash = ${sessionHash} and expires_at > now() and locked_at is null`.execute(system);
  return rows.length > 0;
}
