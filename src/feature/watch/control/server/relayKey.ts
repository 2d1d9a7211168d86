import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Sealer } from '#server/secret.ts';

/** What the relay of a meter is told with. */
export interface RelayKey {
  /** Six digits. */
  readonly password: string;
  /** Where the meter hangs: the clock by which its orders run out. */
  readonly timeZone: string;
}

/** What the password of a meter is sealed about. */
export const sealedFor = (controlId: number): string => `relay:${controlId}`;

/** The key of an output; null where its channel does not allow relays, or no password is set that opens. */
export async function relayKeyOf(system: Db, sealer: Sealer, controlId: number): Promise<RelayKey | null> {
  const { rows } = await sql<{ sealed: string; timeZone: string }>`
    select s.sealed, coalesce(m.time_zone, ${homeZone}) as "timeZone" from control_secret s
    join i_remote_control r on r.id = s.control_id join collector_channel c on c.id = r.channel_id and c.relays
    join monitor_site m on m.id = r.site_id where s.control_id = ${controlId}`.execute(system);
  const [row] = rows;
  const password = row ? await sealer.open(row.sealed, sealedFor(controlId)) : null;
  return row && password !== null ? { password, timeZone: row.timeZone } : null;
}
