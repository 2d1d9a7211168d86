import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { type Device, type MappingRow, devicesOf } from '../domain/device.ts';
import { hashToken } from './token.ts';

/** A gateway that may deliver, with what the names mean that it sends. */
export interface Gateway {
  readonly id: number;
  readonly consumerId: number;
  readonly name: string;
  readonly devices: ReadonlyMap<string, Device>;
}

const FRESH_MS = 2000;
const MOST_KEPT = 20_000;

interface Kept<T> {
  readonly value: Promise<T>;
  readonly at: number;
}

/**
 * Gateways by token and id, looked up at most every two seconds: a revoked token, a renamed meter or a changed
 * mapping holds that much later at most.
 */
export class Gateways {
  readonly #db: Db;
  readonly #byHash = new Map<string, Kept<number | undefined>>();
  readonly #byId = new Map<number, Kept<Gateway | undefined>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The gateway of a token, or undefined when the token is unknown or revoked or the gateway is off. */
  async find(token: string): Promise<Gateway | undefined> {
    const hash = hashToken(token);
    const id = await kept(this.#byHash, hash, () => gatewayOf(this.#db, hash));
    return id === undefined ? undefined : this.byId(id);
  }

  /** A gateway that is on, or undefined. */
  byId(id: number): Promise<Gateway | undefined> {
    return kept(this.#byId, id, () => load(this.#db, id));
  }

  /** Forgets what is known of a gateway, or of all: it was changed. */
  forget(id?: number): void {
    this.#byHash.clear();
    if (id === undefined) this.#byId.clear();
    else this.#byId.delete(id);
  }
}

function kept<K, T>(map: Map<K, Kept<T>>, key: K, load: () => Promise<T>): Promise<T> {
  const known = map.get(key);
  if (known && Date.now() - known.at < FRESH_MS) return known.value;
  if (map.size >= MOST_KEPT) map.clear();
  const entry = { value: load(), at: Date.now() };
  map.set(key, entry);
  entry.value.catch(() => {
    if (map.get(key) === entry) map.delete(key);
  });
  return entry.value;
}

async function gatewayOf(db: Db, hash: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select gateway_id as id from gateway_token
    where token_hash = ${hash} and (revoked_at is null or revoked_at > now())`.execute(db);
  return rows[0]?.id;
}

async function load(db: Db, id: number): Promise<Gateway | undefined> {
  const { rows } = await sql<{ id: number; consumerId: number; siteId: number | null; name: string }>`
    select id, consumer_id as "consumerId", site_id as "siteId", gateway_name as name
    from gateway where id = ${id} and state = '1'`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  // A gateway of a site delivers for the meters of this site, one without for the whole enterprise.
  const meters = await sql<{ code: string; id: number }>`
    select ammeter_code as code, id from ammeter
    where consumer_id = ${row.consumerId} and (${row.siteId}::integer is null or site_id = ${row.siteId})`.execute(
    db,
  );
  const mappings = await sql<MappingRow>`
    select m.device_name as "deviceName", m.data_key as "dataKey", a.id as meter, m.data_code as "dataCode",
      m.multiplier::text as multiplier, m.ignored
    from gateway_mapping m left join ammeter a on a.id = m.ammeter_id and a.consumer_id = ${row.consumerId}
    where m.gateway_id = ${id}`.execute(db);
  const devices = devicesOf(new Map(meters.rows.map(({ code, id: meter }) => [code, meter])), mappings.rows);
  return { id: row.id, consumerId: row.consumerId, name: row.name, devices };
}
