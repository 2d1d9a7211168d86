import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** A charger as its door knows it. */
export interface Pile {
  readonly id: number;
  readonly consumerId: number;
  readonly siteId: number;
  readonly code: string;
  readonly identity: string;
  readonly connectors: number;
  readonly openToAll: boolean;
  readonly gatewayId: number | null;
  readonly meterCode: string | null;
  /** Of its key; null = none was issued. */
  readonly keyHash: string | null;
}

/** The charger of an identity that is in use, or undefined. */
export async function pileOf(db: Db, identity: string): Promise<Pile | undefined> {
  const { rows } = await sql<Pile>`
    select p.id, p.consumer_id as "consumerId", p.site_id as "siteId", p.pile_code as code, p.ocpp_identity as identity,
      p.connectors, p.open_to_all as "openToAll", p.gateway_id as "gatewayId", a.ammeter_code as "meterCode",
      k.key_hash as "keyHash"
    from charge_pile p left join charge_key k on k.pile_id = p.id
      left join ammeter a on a.id = p.ammeter_id and a.consumer_id = p.consumer_id
    where p.ocpp_identity = ${identity} and p.state = '1'`.execute(db);
  return rows[0];
}

/** The hashes of all keys that are valid now. */
export async function issuedKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select k.key_hash as hash from charge_key k join charge_pile p on p.id = k.pile_id
    where p.state = '1' and p.ocpp_identity is not null`.execute(db);
  return rows.map(({ hash }) => hash);
}
