import type { Db } from '#server/database/db.ts';
import { queryableOf } from '#server/database/queryable.ts';

/** A month of readings of all meters, as it lies on the disk. */
interface MonthOnDisk {
  /** Its first day, UTC. */
  readonly month: string;
  /** Meters of which it is sealed. */
  readonly meters: number;
  readonly rows: number;
  readonly values: number;
  /** Bytes of the blocks. */
  readonly sealedBytes: number;
  /** Bytes that their rows would take, with their key: about. */
  readonly asRowsBytes: number;
  /** Quarters and hours in blocks, the bytes of these, and those that they would take as rows: about. */
  readonly buckets: number;
  readonly figureBytes: number;
  readonly figureAsRowsBytes: number;
  /** Bytes of the table of those that are rows, what is free in it included. */
  readonly openBytes: number;
}

/** Header, key and nulls of a row, and its entry in the packed key, bytes (decision 216). */
const ROW_BYTES = 88;
const VALUE_BYTES = 8;
/** Header and key of the row of a block, and its entry in the key. */
const BLOCK_BYTES = 160;
/** A row of figures with its entry in the key. */
const BUCKET_BYTES = 171;

/** Months of which anything is there, the newest first. Figures of all meters: for whoever runs the platform. */
export async function monthsOnDisk(db: Db): Promise<MonthOnDisk[]> {
  const { rows } = await queryableOf(db).query<MonthOnDisk>({
    text: `with open as (
             select to_char(substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('([^']+)'\\)$$)::timestamptz at time zone 'UTC', 'YYYY-MM-DD') as month,
               pg_total_relation_size(c.oid)::float8 as bytes
             from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = 'reading'::regclass),
           sealed as (
             select month::text, count(*)::integer as meters, sum(row_count)::float8 as rows, sum(value_count)::float8 as values,
               sum(octet_length(bytes) + ${BLOCK_BYTES})::float8 as bytes from reading_block group by month),
           figures as (
             select month::text, sum(bucket_count)::float8 as buckets, sum(bytes + ${BLOCK_BYTES})::float8 as bytes from usage_block group by month)
           select month, coalesce(s.meters, 0) as meters, coalesce(s.rows, 0) as rows, coalesce(s.values, 0) as values,
             coalesce(s.bytes, 0) as "sealedBytes",
             coalesce(s.rows * ${ROW_BYTES} + s.values * ${VALUE_BYTES}, 0) as "asRowsBytes", coalesce(o.bytes, 0) as "openBytes",
             coalesce(f.buckets, 0) as buckets, coalesce(f.bytes, 0) as "figureBytes",
             coalesce(f.buckets * ${BUCKET_BYTES}, 0) as "figureAsRowsBytes"
           from open o full join sealed s using (month) full join figures f using (month) order by month desc`,
    values: [],
  });
  return rows;
}
