import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** A token is kept as its sha256 only. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Gives a gateway a new token, which is shown this once. Older tokens stay valid until they are revoked. */
export async function issueToken(
  db: Db,
  gatewayId: number,
  token = randomBytes(24).toString('base64url'),
): Promise<string> {
  await sql`insert into gateway_token (token_hash, gateway_id) values (${hashToken(token)}, ${gatewayId})
    on conflict (token_hash) do update set revoked_at = null where gateway_token.gateway_id = excluded.gateway_id`.execute(
    db,
  );
  return token;
}

/** Hashes of all tokens that are valid now: of gateways, and of browsers at the broker. */
export async function issuedHashes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select token_hash as hash from gateway_token where revoked_at is null or revoked_at > now()
    union all select token_hash from mqtt_token where revoked_at is null and expires_at > now()`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Ends all tokens of a gateway, or all but one; open connections are cut. */
export async function revokeTokens(db: Db, gatewayId: number, except?: string): Promise<void> {
  await sql`update gateway_token set revoked_at = now()
    where gateway_id = ${gatewayId} and revoked_at is null
      and token_hash is distinct from ${except === undefined ? null : hashToken(except)}`.execute(db);
}
