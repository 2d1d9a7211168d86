import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from './usageSum.ts';

/** What is summed: columns of `usage` under their signs, and whether costs among them are rounded to millionths. */
export interface Summed {
  readonly columns: readonly { readonly name: string; readonly cost: boolean }[];
  readonly demand: boolean;
}

/** The buckets of a sum of which anything is known, side by side in the order of time; sums are exact texts. */
export interface SumRows {
  /** Bucket starts, ms. */
  readonly ts: readonly number[];
  readonly sums: readonly (readonly string[])[];
  readonly covered: readonly number[];
  readonly flags: readonly number[];
  /** How many meters have a figure of the first column. */
  readonly known: readonly number[];
  /** Who has one, where that was found out on the way. */
  readonly present?: readonly (readonly number[])[];
  /** Empty where no demand was asked for; a text is empty where none is known. */
  readonly md: readonly string[];
  /** ms */
  readonly mdAt: readonly (number | null)[];
}

type Lists = Readonly<Record<string, string | null>>;

const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));

/** A list as one text, which is read quicker than a row for each bucket: `12,,14`. */
const list = (column: string): RawBuilder<unknown> =>
  sql`string_agg(coalesce(${sql.ref(column)}::text, ''), ',') as ${sql.ref(column)}`;

const textsOf = (text: string | null | undefined): string[] => (text == null ? [] : text.split(','));
const numbersOf = (text: string | null | undefined): number[] => JSON.parse(`[${text ?? ''}]`) as number[];

/** What is known of nobody. */
export const NO_ROWS: SumRows = { ts: [], sums: [], covered: [], flags: [], known: [], md: [], mdAt: [] };

/**
 * Signed sums of meters of one zone by bucket, for each range. One statement whatever the number of ranges; buckets of
 * which nothing is known are absent.
 */
export async function sumRows(
  db: Db,
  counted: readonly SignedMeter[],
  level: Level,
  ranges: readonly Range[],
  { columns, demand }: Summed,
): Promise<SumRows[]> {
  const found = ranges.map(() => NO_ROWS);
  if (counted.length === 0) return found;
  const [only] = counted;
  const alone = counted.length === 1 && only?.sign === 1;
  const names = [...new Set(columns.map((one) => one.name))];
  const cells = sql.raw(names.join(', '));
  const whole = sql`count(u.md) = ${counted.length}::integer`;
  const term = (column: Summed['columns'][number]): RawBuilder<unknown> => {
    const value = sql.raw(`u.${column.name}`);
    const sum = alone ? value : sql`sum(m.sign * ${value})`;
    return column.cost ? sql`round(${sum} * 1000000)` : sum;
  };
  const first = sql.raw(`u.${names[0]}`);
  const sums = columns.map((column, i) => sql`, ${term(column)} as ${sql.ref(`c${i}`)}`);
  const peak = alone
    ? sql`, u.md as md, (date_part('epoch', u.md_at) * 1000)::bigint as at`
    : sql`, case when ${whole} then sum(m.sign * u.md) end as md,
        case when ${whole} then (date_part('epoch', max(u.md_at)) * 1000)::bigint end as at`;
  // `offset 0` keeps every look-up in `usage` one by the key, also in a plan that is made for any values.
  const { rows } = await sql<Lists & { key: number }>`
    select key, ${sql.join(['stamp', 'covered', 'flag', 'known', ...columns.map((_, i) => `c${i}`), ...(demand ? ['md', 'at'] : [])].map(list))}
    from (
      select r.key, (date_part('epoch', u.ts) * 1000)::bigint as stamp,
        ${alone ? sql`u.covered_s as covered, u.flags as flag, (${first} is not null)::integer as known` : sql`sum(u.covered_s) as covered, bit_or(u.flags) as flag, count(${first}) as known`}${sql.join(sums, sql``)}${demand ? peak : sql``}
      from unnest(${ranges.map((_, i) => i)}::integer[], ${dates(ranges.map((one) => one.from))}::timestamptz[],
          ${dates(ranges.map((one) => one.to))}::timestamptz[]) r (key, from_ts, to_ts)
        cross join unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
        cross join lateral (
          select ts, covered_s, flags, ${cells}${demand ? sql`, md, md_at` : sql``} from usage
          where meter_id = m.id and level = ${level} and ts >= r.from_ts and ts < r.to_ts offset 0) u
      ${alone ? sql`` : sql`group by r.key, u.ts`} order by r.key, u.ts) y
    group by key`.execute(db); // prettier-ignore
  for (const row of rows)
    found[row.key] = {
      ts: numbersOf(row['stamp']),
      sums: columns.map((_, i) => textsOf(row[`c${i}`])),
      covered: numbersOf(row['covered']),
      flags: numbersOf(row['flag']),
      known: numbersOf(row['known']),
      md: textsOf(row['md']),
      mdAt: textsOf(row['at']).map((cell) => (cell === '' ? null : Number(cell))),
    };
  return found;
}
