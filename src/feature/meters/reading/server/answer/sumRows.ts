import { sql, type RawBuilder } from 'kysely';
import type { Counting } from '#domain/fold/counting.ts';
import { dueSteps } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { hullOf } from '../../domain/hull.ts';
import { type KeptSum, type Piece, piecesOf, staleBuckets } from '../keptSum/keptSum.ts';
import { dueSql } from './dueSql.ts';
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

/** A column as one text, which is read quicker than a row for each bucket: `{12,NULL,14}`. */
const list = (name: string): RawBuilder<unknown> =>
  sql`array_agg(${sql.ref(name)} order by ts)::text as ${sql.ref(name)}`;

const textsOf = (text: string): string[] => (text === '' ? [] : text.replaceAll('NULL', '').split(','));
const numbersOf = (text: string): number[] => JSON.parse(`[${text}]`) as number[];

/** What is known of nobody. */
export const NO_ROWS: SumRows = { ts: [], sums: [], covered: [], flags: [], known: [], md: [], mdAt: [] };

/** What is summed: signed meters that the executor's scope shows, and where they are kept as a sum. */
export interface SumSource {
  readonly counted: readonly SignedMeter[];
  /** When each of them counts. */
  readonly counting: readonly Counting[];
  readonly kept: KeptSum | null;
  readonly zone: Zone;
}

/**
 * Signed sums of meters of one zone by bucket, for each range. One statement whatever the number of ranges; buckets of
 * which nothing is known are absent. Where the sum is kept, only what it lacks is asked of the meters.
 */
export async function sumRows(
  db: Db,
  { counted, counting, kept, zone }: SumSource,
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
  const all = [...pieces.kept, ...pieces.own];
  if (all.length === 0) return found;
  const due = demand ? dueSql(dueSteps(zone, level, counting, hullOf(all)), 'u.ts') : null;
  const summed = { columns, due };
  const parts = [
    ...(kept && pieces.kept.length > 0 ? [listsOf(pieces.kept, 0, keptRows(kept, level, summed), summed)] : []),
    ...(pieces.own.length > 0 ? [listsOf(pieces.own, pieces.kept.length, ownRows(counted, level, summed), summed)] : []),
  ]; // prettier-ignore
  const { rows } = await sql<Lists & { at: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const byPiece = new Map(rows.map((row) => [row.at, row]));
  const inOrder = all.map((piece, at) => ({ ...piece, lists: byPiece.get(at) })).toSorted((a, b) => a.from - b.from); // prettier-ignore
  for (const [key] of found.entries()) {
    const own = inOrder.flatMap((piece) => (piece.key === key && piece.lists ? [piece.lists] : []));
    const of = (name: string): string => own.flatMap((lists) => lists[name]?.slice(1, -1) ?? []).join();
    found[key] = {
      ts: numbersOf(of('stamp')),
      sums: columns.map((_, i) => textsOf(of(`c${i}`))),
      covered: numbersOf(of('covered')),
      flags: numbersOf(of('flag')),
      known: numbersOf(of('known')),
      md: textsOf(of('md')),
      mdAt: textsOf(of('mdAt')).map((cell) => (cell === '' ? null : Number(cell))),
    };
  }
  return found;
}

/** What is summed, and how many meters have to be measured for a demand to be told; null where none is asked for. */
interface Asked {
  readonly columns: Summed['columns'];
  readonly due: RawBuilder<unknown> | null;
}

/** A row of lists for each piece in which anything is known, `at` its place from `first` on. */
function listsOf(
  pieces: readonly Piece[],
  first: number,
  rows: RawBuilder<unknown>,
  { columns, due }: Asked,
): RawBuilder<unknown> {
  const names = ['stamp', 'covered', 'flag', 'known', ...columns.map((_, i) => `c${i}`), ...(due ? ['md', 'mdAt'] : [])]; // prettier-ignore
  return sql`
    select r.at, q.* from ${pieceRows(pieces, first)} cross join lateral (
      select ${sql.join(names.map(list))} from (${rows}) u) q
    where q.stamp is not null`;
}

const pieceRows = (pieces: readonly Piece[], first: number): RawBuilder<unknown> => sql`
  unnest(${pieces.map((_, i) => first + i)}::integer[], ${dates(pieces.map((one) => one.from))}::timestamptz[],
    ${dates(pieces.map((one) => one.to))}::timestamptz[]) r (at, from_ts, to_ts)`;

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

const millis = (column: string): RawBuilder<unknown> =>
  sql`(date_part('epoch', ${sql.raw(column)}) * 1000)::bigint`;

// `offset 0` keeps every look-up one by the key, also in a plan that is made for any values.
const keptRows = (kept: KeptSum, level: Level, { columns, due }: Asked): RawBuilder<unknown> => sql`
  select u.ts, ${millis('u.ts')} as stamp, u.covered_s as covered, u.flags as flag, u.known${sumColumns(columns, (value) => value)}${due ? sql`, case when u.measured >= ${due} then u.md end as md, case when u.measured >= ${due} then ${millis('u.md_at')} end as "mdAt"` : sql``}
  from kept_sum_usage u
  where u.sum_id = ${kept.id} and u.level = ${level} and u.ts >= r.from_ts and u.ts < r.to_ts order by u.ts offset 0`; // prettier-ignore

function ownRows(
  counted: readonly SignedMeter[],
  level: Level,
  { columns, due }: Asked,
): RawBuilder<unknown> {
  const [only] = counted;
  const first = sql.raw(`u.${columns[0]?.name ?? 'pp'}`);
  if (only?.sign === 1 && counted.length === 1)
    return sql`
      select u.ts, ${millis('u.ts')} as stamp, u.covered_s as covered, u.flags as flag, (${first} is not null)::integer as known${sumColumns(columns, (value) => value)}${due ? sql`, u.md, ${millis('u.md_at')} as "mdAt"` : sql``}
      from usage_in(${only.meterId}, ${level}, r.from_ts, r.to_ts) u order by u.ts offset 0`; // prettier-ignore
  const whole = sql`count(u.md) >= ${due}`;
  const peak = sql`, case when ${whole} then sum(m.sign * u.md) end as md,
        case when ${whole} then ${millis('max(u.md_at)')} end as "mdAt"`;
  return sql`
    select u.ts, ${millis('u.ts')} as stamp, sum(u.covered_s) as covered, bit_or(u.flags) as flag, count(${first}) as known${sumColumns(columns, (value) => sql`sum(m.sign * ${value})`)}${due ? peak : sql``}
    from unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
      cross join lateral (
        select ts, covered_s, flags, ${namesOf(columns)}${due ? sql`, md, md_at` : sql``}
        from usage_in(m.id, ${level}, r.from_ts, r.to_ts) offset 0) u
    group by u.ts`; // prettier-ignore
}
