import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { type KeptSum, type Piece, piecesOf, staleBuckets } from '../keptSum/keptSum.ts';
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

/** What is summed: signed meters that the executor's scope shows, and where they are kept as a sum. */
export interface SumSource {
  readonly counted: readonly SignedMeter[];
  readonly kept: KeptSum | null;
  readonly zone: Zone;
}

/**
 * Signed sums of meters of one zone by bucket, for each range. One statement whatever the number of ranges; buckets of
 * which nothing is known are absent. Where the sum is kept, only what it lacks is asked of the meters.
 */
export async function sumRows(
  db: Db,
  { counted, kept, zone }: SumSource,
  level: Level,
  ranges: readonly Range[],
  { columns, demand }: Summed,
): Promise<SumRows[]> {
  const found = ranges.map(() => NO_ROWS);
  if (counted.length === 0) return found;
  // A kept sum says of main energy alone how many meters have it.
  const pieces =
    kept && columns[0]?.name === 'pp'
      ? piecesOf(ranges, staleBuckets(kept, zone, level))
      : { kept: [], own: piecesOf(ranges, null).kept };
  const parts = [
    ...(kept && pieces.kept.length > 0 ? [keptRows(kept, level, pieces.kept, { columns, demand })] : []),
    ...(pieces.own.length > 0 ? [ownRows(counted, level, pieces.own, { columns, demand })] : []),
  ];
  if (parts.length === 0) return found;
  const { rows } = await sql<Lists & { key: number }>`
    select key, ${sql.join(['stamp', 'covered', 'flag', 'known', ...columns.map((_, i) => `c${i}`), ...(demand ? ['md', 'at'] : [])].map(list))}
    from (${parts.length === 1 ? sql`${parts[0]} order by 1, 2` : sql`select * from (${sql.join(parts, sql` union all `)}) y order by key, stamp`}) y
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

const pieceRows = (pieces: readonly Piece[]): RawBuilder<unknown> => sql`
  unnest(${pieces.map((one) => one.key)}::integer[], ${dates(pieces.map((one) => one.from))}::timestamptz[],
    ${dates(pieces.map((one) => one.to))}::timestamptz[]) r (key, from_ts, to_ts)`;

const namesOf = (columns: Summed['columns']): RawBuilder<unknown> =>
  sql.raw([...new Set(columns.map((one) => one.name))].join(', '));

/** The columns `c0`, `c1`, …: costs are rounded to millionths. */
const sumColumns = (
  columns: Summed['columns'],
  of: (value: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    columns.map(({ name, cost }, i) => {
      const sum = of(sql.raw(`u.${name}`));
      return sql`, ${cost ? sql`round(${sum} * 1000000)` : sum} as ${sql.ref(`c${i}`)}`;
    }),
    sql``,
  );

const STAMP = sql`(date_part('epoch', u.ts) * 1000)::bigint as stamp`;

// `offset 0` keeps every look-up one by the key, also in a plan that is made for any values.
const keptRows = (
  kept: KeptSum,
  level: Level,
  pieces: readonly Piece[],
  { columns, demand }: Summed,
): RawBuilder<unknown> => sql`
  select r.key, ${STAMP}, u.covered_s as covered, u.flags as flag, u.known${sumColumns(columns, (value) => value)}${demand ? sql`, u.md as md, (date_part('epoch', u.md_at) * 1000)::bigint as at` : sql``}
  from ${pieceRows(pieces)} cross join lateral (
    select ts, covered_s, flags, known, ${namesOf(columns)}${demand ? sql`, md, md_at` : sql``} from kept_sum_usage
    where sum_id = ${kept.id} and level = ${level} and ts >= r.from_ts and ts < r.to_ts offset 0) u`; // prettier-ignore

function ownRows(
  counted: readonly SignedMeter[],
  level: Level,
  pieces: readonly Piece[],
  { columns, demand }: Summed,
): RawBuilder<unknown> {
  const [only] = counted;
  const alone = counted.length === 1 && only?.sign === 1;
  const whole = sql`count(u.md) = ${counted.length}::integer`;
  const first = sql.raw(`u.${columns[0]?.name ?? 'pp'}`);
  const sums = sumColumns(columns, (value) => (alone ? value : sql`sum(m.sign * ${value})`));
  const peak = alone
    ? sql`, u.md as md, (date_part('epoch', u.md_at) * 1000)::bigint as at`
    : sql`, case when ${whole} then sum(m.sign * u.md) end as md,
        case when ${whole} then (date_part('epoch', max(u.md_at)) * 1000)::bigint end as at`;
  return sql`
    select r.key, ${STAMP}, ${alone ? sql`u.covered_s as covered, u.flags as flag, (${first} is not null)::integer as known` : sql`sum(u.covered_s) as covered, bit_or(u.flags) as flag, count(${first}) as known`}${sums}${demand ? peak : sql``}
    from ${pieceRows(pieces)}
      cross join unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
      cross join lateral (
        select ts, covered_s, flags, ${namesOf(columns)}${demand ? sql`, md, md_at` : sql``} from usage
        where meter_id = m.id and level = ${level} and ts >= r.from_ts and ts < r.to_ts offset 0) u
    ${alone ? sql`` : sql`group by r.key, u.ts`}`; // prettier-ignore
}
