import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** How much waits to be folded. */
interface Backlog {
  readonly marks: number;
  readonly meters: number;
  /** Age of the oldest mark, s; 0 = none. */
  readonly oldestSeconds: number;
}

/** Up to here marks are counted; beyond it is estimated how many there are. */
const COUNTED = 10_000;

/**
 * How much waits to be folded, at a cost that does not grow with it: up to ten thousand marks are counted, beyond their number is
 * that of what the database last knew of the table by its present size. The oldest is found by an index.
 */
export async function foldBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::integer as marks, count(distinct meter_id)::integer as meters,
      coalesce((select extract(epoch from now() - d.marked_at) from dirty d order by d.marked_at limit 1), 0)::float8
        as "oldestSeconds"
    from (select meter_id from dirty limit ${COUNTED + 1}) c`.execute(db);
  const counted = rows[0] ?? { marks: 0, meters: 0, oldestSeconds: 0 };
  if (counted.marks <= COUNTED) return counted;
  const { marks, meters } = await estimate(db);
  return { ...counted, marks: Math.max(counted.marks, marks), meters: Math.max(counted.meters, meters) };
}

/** Rows by the pages of now and the rows a page of the last look; meters by their share then. */
async function estimate(db: Db): Promise<{ marks: number; meters: number }> {
  const { rows } = await sql<{ marks: number; distinct: number | null }>`
    select (case when c.relpages > 0 then c.reltuples / c.relpages else 80 end
        * pg_relation_size(c.oid) / current_setting('block_size')::integer)::float8 as marks,
      (select s.n_distinct from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname
        and s.attname = 'meter_id')::float8 as distinct
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = 'dirty'::regclass`.execute(
    db,
  );
  const { marks, distinct } = rows[0] ?? { marks: 0, distinct: null };
  const meters = distinct === null ? 0 : distinct < 0 ? -distinct * marks : distinct;
  return { marks: Math.round(marks), meters: Math.round(Math.min(marks, meters)) };
}
