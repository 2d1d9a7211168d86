import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

const DAYS = 30;

/** From where gateways came lately: after a restart they are no strangers. The latest last. */
export async function addressesOfGateways(system: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`select address from gateway_state
    where address is not null and last_seen_at > now() - make_interval(days => ${DAYS})
    order by last_seen_at`.execute(system);
  return rows.map(({ address }) => address);
}
