import { sql } from 'kysely';
import { CODES } from '#contract/dataCode.ts';
import { RANK, resolve } from '#domain/fold/point.ts';
import { isVoid } from '#domain/fold/void.ts';
import type { Db } from '#server/database/db.ts';
import { loadVoids } from '../loadVoids.ts';
import { queryableOf } from '../queryable.ts';
import { visibleMeter } from './visible.ts';

/** What several gauges of a meter told at one instant, in the order of the codes asked for. */
export interface GaugeSample {
  readonly ts: number;
  readonly values: readonly (number | null)[];
}

/**
 * The values of some standard codes that count, instant by instant in [from, to) (ms).
 * @throws Fault 404 for a meter outside the executor's scope.
 */
export async function gaugesOf(
  db: Db,
  meterId: number,
  codes: readonly string[],
  from: number,
  to: number,
  table = CODES,
): Promise<GaugeSample[]> {
  await visibleMeter(db, meterId);
  const columns = codes.map((code) => sql.ref(`r.${table.columns[table.indexOf(code)]}`));
  const any = sql.join(columns.map((column) => sql`${column} is not null`), sql` or `); // prettier-ignore
  const cells = columns.map((column, i) => sql`${column} as ${sql.ref(`c${i}`)}`);
  const { rows } = await sql<Record<string, number | null>>`
    select date_part('epoch', r.ts) * 1000 as ts, r.source, coalesce(s.rank, ${RANK.device})::integer as rank,
      ${sql.join(cells)}
    from reading r left join data_source s on s.id = r.source
    where r.meter_id = ${meterId} and r.ts >= ${new Date(from)} and r.ts < ${new Date(to)} and (${any})
      and (r.source = 0 or s.status = 1)
    order by r.ts`.execute(db);
  const voids = await loadVoids(queryableOf(db), meterId);
  const counting = codes.map((code, i) => {
    const readings = rows.flatMap((row) => {
      const value = row[`c${i}`] ?? null;
      const [ts, source, rank] = [Math.round(row['ts'] ?? 0), row['source'] ?? 0, row['rank'] ?? 1];
      return value === null || isVoid(voids, 'reading', code, { from: ts, to: ts, source })
        ? []
        : [{ ts, source, rank, value }];
    });
    return new Map(resolve(readings).map(({ ts, value }) => [ts, value]));
  });
  const instants = [...new Set(rows.map((row) => Math.round(row['ts'] ?? 0)))];
  return instants.flatMap((ts) => {
    const values = counting.map((known) => known.get(ts) ?? null);
    return values.every((value) => value === null) ? [] : [{ ts, values }];
  });
}
