import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { OPEN } from './query.ts';
import { SHELF } from './rows.ts';

/** What is open of some meters and their sites. */
export interface OpenSummary {
  readonly open: number;
  /** Of them, those that follow from no other and that nobody has confirmed or shelved. */
  readonly unconfirmed: number;
  /** Of these, urgent ones. */
  readonly urgent: number;
  /** When the newest of the unconfirmed was raised, ms; null where there is none. */
  readonly newestAt: number | null;
}

/**
 * Counts what is open of an enterprise, or of a site of it alone; the executor shows what the caller may see. A record is of
 * a site by itself or by its meter.
 */
export async function openAlarms(trx: Db, consumerId: number, siteId: number | null): Promise<OpenSummary> {
  // Of what follows from another alarm nobody is told, as long as it does.
  const follows = sql`r._told < r.raise_count and (r._cause_id is not null or r._cause_gateway_id is not null)`;
  const waits = sql`r.process = '0' and h.until_at is null and not (${follows})`;
  const { rows } = await sql<OpenSummary>`
    select count(*)::integer as open, count(*) filter (where ${waits})::integer as unconfirmed,
      count(*) filter (where ${waits} and r.alarm_level = '1')::integer as urgent,
      floor(extract(epoch from max(r.raised_at) filter (where ${waits})) * 1000)::float8 as "newestAt"
    from alarm_record r ${SHELF}
    where ${OPEN} and r.revision is distinct from 'withdrawn' and r.consumer_id = ${consumerId}
      and (${siteId}::integer is null or r.site_id = ${siteId})`.execute(trx);
  return rows[0] ?? { open: 0, unconfirmed: 0, urgent: 0, newestAt: null };
}
