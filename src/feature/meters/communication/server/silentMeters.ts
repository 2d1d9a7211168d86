import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { LAST_TOLD, patience, TELLS } from './sql.ts';

// To look through so many takes some milliseconds: of a large plant nobody's page waits for more.
const SLICE = 2000;

/** What has been quiet for too long. */
export interface Silent {
  readonly id: number;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly name: string;
  readonly nameEn: string;
  readonly intervalSeconds: number;
  readonly lastAt: number;
}

/** Meters of neighbouring ids that are silent at an instant. */
export interface Slice {
  readonly silent: readonly Silent[];
  /** The highest id that was looked at; null = none is left after them. */
  readonly upTo: number | null;
}

/** Looks through the meters after an id, as many as a slice holds. @param now ms */
export async function silentMeters(trx: Db, after: number, now: number, size = SLICE): Promise<Slice> {
  const { rows: ends } = await sql<{ id: number }>`
    select id from ammeter where id > ${after} order by id offset ${size - 1} limit 1`.execute(trx);
  const upTo = ends[0]?.id ?? null;
  const { rows } = await sql<Omit<Silent, 'lastAt'> & { lastAt: Date }>`
    select a.id, a.consumer_id as "consumerId", a.site_id as "siteId", shown_name(a.ammeter_name, a.ammeter_name_en) as name,
      coalesce(nullif(a.ammeter_name_en, ''), a.ammeter_name) as "nameEn", a.interval_seconds as "intervalSeconds",
      told.at as "lastAt"
    from ammeter a, lateral (select ${LAST_TOLD} as at) told
    where a.id > ${after} and (${upTo}::integer is null or a.id <= ${upTo}) and ${TELLS}
      and told.at < ${new Date(now)}::timestamptz - ${patience(sql`a.interval_seconds`)}`.execute(trx);
  return { silent: rows.map((row) => ({ ...row, lastAt: row.lastAt.getTime() })), upTo };
}
