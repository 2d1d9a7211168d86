import { sql } from 'kysely';
import { CODES } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { RANK } from '#domain/fold/point.ts';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeter } from './visible.ts';

/** What a gauge told in a bucket: arithmetic mean of its readings, lowest, highest. */
export interface GaugeBucket {
  /** Start of the bucket, ms. */
  readonly ts: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The readings of a gauge that count, by bucket of [from, to) in the zone of the meter's site; a bucket without any is left out.
 * @param less of a second gauge that is taken off, at instants at which both were told: how far two lie apart
 * @throws Fault 400 for an unknown code, 404 for a meter outside the executor's scope.
 */
export async function gaugeBuckets(
  db: Db,
  meterId: number,
  code: string,
  level: Level,
  from: number,
  to: number,
  { less, table = CODES }: { readonly less?: string; readonly table?: typeof CODES } = {},
): Promise<GaugeBucket[]> {
  const codes = [code, ...(less === undefined ? [] : [less])];
  const indexes = codes.map((one) => table.indexOf(one));
  if (indexes.some((index) => index < 0))
    throw badInput({ zh: '未知的数据代码', en: 'Unknown data code' }, 'code');
  const { zone } = await visibleMeter(db, meterId);
  const bounds = bucketBounds(zone, level, from, to);
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first === undefined || last === undefined) return [];
  const value = sql.join(indexes.map((index) => sql.ref(`r.${table.columns[index]}`)), sql` - `); // prettier-ignore
  const names = indexes.map((index) => table.entries[index]?.code ?? '');
  const { rows } = await sql<Omit<GaugeBucket, 'ts'> & { n: number }>`
    select width_bucket(x.ts, ${bounds.map((at) => new Date(at))}::timestamptz[]) as n,
      round(avg(x.value)::numeric, 6)::float8 as mean, min(x.value)::float8 as min, max(x.value)::float8 as max
    from (
      select distinct on (r.ts) r.ts, (${value}) as value from reading r left join data_source s on s.id = r.source
      where r.meter_id = ${meterId} and r.ts >= ${new Date(Math.max(first, from))} and r.ts < ${new Date(Math.min(last, to))}
        and (${value}) is not null and (r.source = 0 or s.status = 1)
        and not exists (select from reading_void v join data_source d on d.id = v.source and d.status = 1
          where v.meter_id = r.meter_id and v.kind = 'reading' and v.code = any(${names}::text[])
            and r.source < v.source and r.ts between v.from_ts and v.to_ts and (v.target is null or v.target = r.source))
      order by r.ts, coalesce(s.rank, ${RANK.device}) desc, r.source) x
    group by 1 order by 1`.execute(db);
  return rows.map(({ n, ...told }) => ({ ts: bounds[n - 1] ?? first, ...told }));
}
