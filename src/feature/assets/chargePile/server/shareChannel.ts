import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** The id of a site whose chargers shall be looked at anew. */
export const SHARE_CHANNEL = 'charge_share';

/** Says that something changed at a site that its chargers' shares depend on. */
export const tellShare = (db: Db, siteId: number): Promise<unknown> =>
  sql`select pg_notify(${SHARE_CHANNEL}, ${String(siteId)})`.execute(db);
