import { sql } from 'kysely';
import { energyTypeOf } from '#contract/energyType.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { type Level, bucketBounds } from '#domain/time/bucket.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import type { MeterColumns } from '../contract.ts';
import { listOf, microsOf, numbersOf, termOf } from './column.ts';
import { ZONE, instantIn } from './span.ts';

export interface ColumnQuery {
  readonly meterIds: readonly number[];
  readonly level: Level;
  readonly codes: readonly string[];
  /** Date and time, see `dateTime`; buckets whose start lies in [from, to). */
  readonly from: string;
  readonly to: string;
  /** Coverage and flags of every bucket too. */
  readonly quality: boolean;
}

interface Row {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly energy: string;
  readonly zone: string;
  readonly count: string;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly covered?: string | null;
  readonly flags?: string | null;
  readonly [column: `c${number}`]: string | null;
}

/**
 * Buckets of the meters that the executor's scope shows, by column. One statement finds the meters and their
 * buckets; the time series is reached through the meter only.
 */
export async function readColumns(db: Db, query: ColumnQuery): Promise<MeterColumns[]> {
  const { level, codes, quality } = query;
  const terms = codes.map((code, i) => sql`, ${termOf(code)} as ${sql.ref(`c${i}`)}`);
  const lists = codes.map((_, i) => sql`, ${listOf(sql.ref(`c${i}`))} as ${sql.ref(`c${i}`)}`);
  const more = quality ? sql`, ${listOf(sql`covered_s`)} as covered, ${listOf(sql`flags`)} as flags` : sql``;
  const { rows } = await sql<Row>`
    select a.id, a.ammeter_code as code, shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.data_type as energy, ${ZONE} as zone, u.*
    from ammeter a left join monitor_site s on s.id = a.site_id cross join lateral (
      select count(*) as count, min(ts) as first, max(ts) as last${sql.join(lists, sql``)}${more} from (
        select ts, covered_s, flags${sql.join(terms, sql``)}
        from usage_in(a.id, ${level}, ${instantIn(query.from, ZONE)}, ${instantIn(query.to, ZONE)})
        order by ts) x) u
    where a.id = any(${query.meterIds}::integer[]) order by a.id`.execute(db);
  const starts = await startsOf(db, rows, level);
  return rows.map((row, n) => ({
    ammeterId: row.id,
    ammeterCode: row.code,
    ammeterName: row.name,
    unit: energyTypeOf(row.energy).unit,
    timeZone: row.zone,
    ts: starts[n] ?? [],
    values: Object.fromEntries(codes.map((code, i) => [code, microsOf(row[`c${i}`] ?? null)])),
    ...(quality
      ? {
          coveredSeconds: numbersOf(row.covered ?? null),
          flags: numbersOf(row.flags ?? null).map((bits) => flagNames(bits).join(' ')),
        }
      : {}),
  }));
}

/** Starts of the buckets of each meter: by the calendar where none is missing, else as they are stored. */
async function startsOf(db: Db, rows: readonly Row[], level: Level): Promise<number[][]> {
  const starts: number[][] = [];
  for (const { id, zone, count, first, last } of rows) {
    if (first === null || last === null) {
      starts.push([]);
      continue;
    }
    const all = bucketBounds(zoneOf(zone), level, first.getTime(), last.getTime() + 1).slice(0, -1);
    starts.push(all.length === Number(count) ? all : await storedStarts(db, id, level, first, last));
  }
  return starts;
}

/** The meter was found through the scope already. */
async function storedStarts(
  db: Db,
  meterId: number,
  level: Level,
  first: Date,
  last: Date,
): Promise<number[]> {
  const { rows } = await sql<{ list: string | null }>`
    select string_agg((date_part('epoch', ts)::bigint * 1000)::text, ',' order by ts) as list
    from usage_in(${meterId}, ${level}, ${first}, ${last}::timestamptz + interval '1 second')`.execute(db);
  return numbersOf(rows[0]?.list ?? null);
}
