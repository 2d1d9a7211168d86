import { sql } from 'kysely';
import { energyTypeOf } from '#contract/energyType.ts';
import { flagNames } from '#contract/usageFlag.ts';
import type { Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import type { MeterColumns } from '../contract.ts';
import { microsOf, numbersOf, termOf } from './column.ts';
import { instantIn } from './span.ts';

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
  readonly at: string | null;
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
  const zone = sql`coalesce(s.time_zone, 'Asia/Shanghai')`;
  const terms = codes.map((code, i) => sql`, ${termOf(code)} as ${sql.ref(`c${i}`)}`);
  const lists = codes.map((_, i) => sql`, array_agg(${sql.ref(`c${i}`)})::text as ${sql.ref(`c${i}`)}`);
  const more = quality
    ? sql`, array_agg(covered_s)::text as covered, array_agg(flags)::text as flags`
    : sql``;
  const { rows } = await sql<Row>`
    select a.id, a.ammeter_code as code, a.ammeter_name as name, a.data_type as energy, ${zone} as zone, u.*
    from ammeter a left join monitor_site s on s.id = a.site_id cross join lateral (
      select array_agg(at)::text as at${sql.join(lists, sql``)}${more} from (
        select date_part('epoch', ts)::bigint as at, covered_s, flags${sql.join(terms, sql``)} from usage
        where meter_id = a.id and level = ${level} and ts >= ${instantIn(query.from, zone)}
          and ts < ${instantIn(query.to, zone)}
        order by ts) x) u
    where a.id = any(${query.meterIds}::integer[]) order by a.id`.execute(db);
  return rows.map((row) => ({
    ammeterId: row.id,
    ammeterCode: row.code,
    ammeterName: row.name,
    unit: energyTypeOf(row.energy).unit,
    timeZone: row.zone,
    ts: numbersOf(row.at).map((seconds) => seconds * 1000),
    values: Object.fromEntries(codes.map((code, i) => [code, microsOf(row[`c${i}`] ?? null)])),
    ...(quality
      ? {
          coveredSeconds: numbersOf(row.covered ?? null),
          flags: numbersOf(row.flags ?? null).map((bits) => flagNames(bits).join(' ')),
        }
      : {}),
  }));
}
