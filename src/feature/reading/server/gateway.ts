import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** A gateway that may deliver, with the meters that it may deliver for. */
export interface Gateway {
  readonly id: number;
  readonly consumerId: number;
  /** Meter ids by code. */
  readonly meters: ReadonlyMap<string, number>;
}

const FRESH_MS = 2000;
const SEEN_MS = 30_000;
const MOST_KEPT = 1000;

interface Entry {
  readonly gateway: Promise<Gateway | undefined>;
  readonly loadedAt: number;
}

/** Gateways by token, looked up at most every two seconds, so that a revoked token is refused at once. */
export class Gateways {
  readonly #db: Db;
  readonly #byHash = new Map<string, Entry>();
  readonly #seen = new Map<number, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The gateway of a token, or undefined when the token is unknown or revoked or the gateway is off. */
  async find(token: string): Promise<Gateway | undefined> {
    const hash = hashToken(token);
    const known = this.#byHash.get(hash);
    if (known && Date.now() - known.loadedAt < FRESH_MS) return known.gateway;
    if (this.#byHash.size >= MOST_KEPT) this.#byHash.clear();
    const gateway = load(this.#db, hash);
    this.#byHash.set(hash, { gateway, loadedAt: Date.now() });
    gateway.catch(() => this.#byHash.delete(hash));
    return gateway;
  }

  /** Notes that a gateway was heard, at most every half a minute. */
  seen(gateway: Gateway): void {
    const now = Date.now();
    if (now - (this.#seen.get(gateway.id) ?? 0) < SEEN_MS) return;
    this.#seen.set(gateway.id, now);
    sql`update gateway set last_seen_at = now() where id = ${gateway.id}`.execute(this.#db).catch(() => {
      this.#seen.delete(gateway.id);
    });
  }
}

/** A token is kept as its sha256 only. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

async function load(db: Db, hash: string): Promise<Gateway | undefined> {
  const { rows } = await sql<{ id: number; consumerId: number; siteId: number | null }>`
    select g.id, g.consumer_id as "consumerId", g.site_id as "siteId"
    from gateway_token t join gateway g on g.id = t.gateway_id
    where t.token_hash = ${hash} and (t.revoked_at is null or t.revoked_at > now()) and g.state = '1'`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  // A gateway of a site delivers for the meters of this site, one without for the whole enterprise.
  const meters = await sql<{ code: string; id: number }>`
    select ammeter_code as code, id from ammeter
    where consumer_id = ${row.consumerId} and (${row.siteId}::integer is null or site_id = ${row.siteId})`.execute(
    db,
  );
  return {
    id: row.id,
    consumerId: row.consumerId,
    meters: new Map(meters.rows.map(({ code, id }) => [code, id])),
  };
}

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

/** Ends all tokens of a gateway, or all but one. */
export async function revokeTokens(db: Db, gatewayId: number, except?: string): Promise<void> {
  await sql`update gateway_token set revoked_at = now()
    where gateway_id = ${gatewayId} and revoked_at is null
      and token_hash is distinct from ${except === undefined ? null : hashToken(except)}`.execute(db);
}
