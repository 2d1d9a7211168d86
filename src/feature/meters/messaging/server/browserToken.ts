import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sessionExpired } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { hashToken } from '#feature/meters/ingest/server/public.ts';

/** How long a browser's token lasts; the browser takes a new one in time. */
const TOKEN_MINUTES = 60;

/** What a valid token allows. */
export interface BrowserGrant {
  readonly employeeId: number;
  readonly topics: readonly string[];
  /** The meters that it is told of; null = all of its topics. */
  readonly meters: readonly number[] | null;
  readonly expiresAt: number;
}

/**
 * Makes a token for a session; it ends with the session at the latest.
 * @throws sessionExpired where the session ended meanwhile: logged out in another tab
 */
export async function addBrowserToken(
  system: Db,
  {
    session,
    employeeId,
    topics,
    meters,
  }: { session: string; employeeId: number } & Pick<BrowserGrant, 'topics' | 'meters'>,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(24).toString('base64url');
  await sql`delete from mqtt_token where expires_at < now()`.execute(system);
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into mqtt_token (token_hash, session_hash, employee_id, topics, meters, expires_at)
    select ${hashToken(token)}, token_hash, ${employeeId}, ${topics}::text[], ${meters}::integer[],
      least(expires_at, now() + make_interval(mins => ${TOKEN_MINUTES}))
    from session where token_hash = ${hashToken(session)} returning expires_at as "expiresAt"`.execute(
    system,
  );
  const row = rows[0];
  if (!row) throw sessionExpired();
  return { token, expiresAt: row.expiresAt.getTime() };
}

/** Ends a token of an account; false where it has none such. */
export async function revokeBrowserToken(system: Db, employeeId: number, token: string): Promise<boolean> {
  const { rows } = await sql`update mqtt_token set revoked_at = now()
    where token_hash = ${hashToken(token)} and employee_id = ${employeeId} and revoked_at is null
    returning 1`.execute(system);
  return rows.length > 0;
}

/** What a token allows now; undefined = unknown, revoked or over. */
export async function browserGrant(system: Db, tokenHash: string): Promise<BrowserGrant | undefined> {
  const { rows } = await sql<Omit<BrowserGrant, 'expiresAt'> & { readonly expiresAt: Date }>`
    select employee_id as "employeeId", topics, meters, expires_at as "expiresAt" from mqtt_token
    where token_hash = ${tokenHash} and revoked_at is null and expires_at > now()`.execute(system);
  const row = rows[0];
  return row && { ...row, expiresAt: row.expiresAt.getTime() };
}

/** Which of these hashes of browsers' and gateways' tokens are valid now. */
export async function validHashes(system: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select token_hash as hash from mqtt_token
    where token_hash = any(${hashes}::text[]) and revoked_at is null and expires_at > now()
    union all
    select t.token_hash from gateway_token t join gateway g on g.id = t.gateway_id
    where t.token_hash = any(${hashes}::text[]) and (t.revoked_at is null or t.revoked_at > now()) and g.state = '1'`.execute(
    system,
  );
  return new Set(rows.map(({ hash }) => hash));
}
