import type pg from 'pg';
import { COST_CODES, ENERGY_CODES, columnOf } from '#contract/dataCode.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import { type BinaryCopy, binaryCopy } from '#server/database/binaryCopy.ts';
import { openFigures } from '#series/public.ts';
import type { Queryable } from './queryable.ts';

const ENERGIES = ENERGY_CODES.map(columnOf);
const COLUMNS = [
  'meter_id', 'level', 'ts', ...ENERGIES, 'p_sum', 'p_n', 'p_max', 'p_max_at', 'p_min', 'p_min_at', 'md', 'md_at',
  'sd', 'sd_at', 'md_n', 'covered_s', 'flags', 'head_from', 'head_to',
]; // prettier-ignore

const COSTS = COST_CODES.map(columnOf);
const COSTED = [...COLUMNS, ...COSTS];

const ms = (column: string): string => `date_part('epoch', ${column}) * 1000 as ${column}_ms`;

/** The select list that `bucketOf` reads, for queries over `usage`. */
export const BUCKET_COLUMNS = [
  'level', ms('ts'), ...ENERGIES, 'p_sum', 'p_n', 'p_max', ms('p_max_at'), 'p_min', ms('p_min_at'), 'md', ms('md_at'),
  'sd', ms('sd_at'), 'md_n', 'covered_s', 'flags', ms('head_from'), ms('head_to'),
].join(', '); // prettier-ignore

/** The same with what the energies cost; enterprises without prices are asked without. */
export const COSTED_COLUMNS = `${BUCKET_COLUMNS}, ${COSTS.join(', ')}`;

/** A row of BUCKET_COLUMNS or COSTED_COLUMNS in array mode: int8 as text, instants as ms. */
export type BucketCells = readonly (string | number | null)[];

const whole = (cell: unknown): bigint | null => (typeof cell === 'string' ? BigInt(cell) : null);
const instant = (cell: unknown): number | null => (typeof cell === 'number' ? Math.round(cell) : null);

/** Trillionths of a numeric of twelve decimals. */
export const trillionths = (cell: unknown): bigint | null =>
  typeof cell === 'string' ? BigInt(cell.replace('.', '')) : null;

/** Reads a row of BUCKET_COLUMNS, or of COSTED_COLUMNS where `costed`. */
export function bucketOf(cells: BucketCells, costed = false): Bucket {
  const e = 2 + ENERGIES.length;
  const bucket: Bucket = {
    level: Number(cells[0]),
    ts: instant(cells[1]) ?? 0,
    energies: cells.slice(2, e).map(whole),
    pSum: whole(cells[e]),
    pN: Number(cells[e + 1]),
    pMax: whole(cells[e + 2]),
    pMaxAt: instant(cells[e + 3]),
    pMin: whole(cells[e + 4]),
    pMinAt: instant(cells[e + 5]),
    md: whole(cells[e + 6]),
    mdAt: instant(cells[e + 7]),
    sd: whole(cells[e + 8]),
    sdAt: instant(cells[e + 9]),
    mdN: cells[0] === 1 ? Number(cells[e + 6] !== null || cells[e + 8] !== null) : Number(cells[e + 10] ?? 0),
    coveredS: Number(cells[e + 11]),
    flags: Number(cells[e + 12]),
    headFrom: instant(cells[e + 13]),
    headTo: instant(cells[e + 14]),
  };
  const first = e + 15;
  return costed && typeof cells[first] === 'string'
    ? { ...bucket, costs: cells.slice(first, first + COSTS.length).map(trillionths) }
    : bucket;
}

/** The values of a level and a range as a row, from the parameter `at` on. */
const placeOf = (at: number): string =>
  `($${at}::smallint, $${at + 1}::timestamptz, $${at + 2}::timestamptz)`;

/** Buckets of one level of a meter in [range.from, range.to) and not in [except.from, except.to), per level, in time. */
export async function loadBuckets(
  client: Queryable,
  meterId: number,
  wanted: readonly { level: Level; range: Range; except: Range }[],
  costed = false,
): Promise<Map<Level, Bucket[]>> {
  const found = new Map<Level, Bucket[]>();
  const parts = wanted.flatMap(({ level, range, except }) => [
    { level, from: range.from, to: except.from },
    { level, from: except.to, to: range.to },
  ]);
  const { rows } = await client.query<BucketCells & unknown[]>({
    name: `usage_siblings_${parts.length}_${costed}`,
    // One question for all of them: each time it is planned anew, and that costs more than it reads.
    text: `select ${costed ? COSTED_COLUMNS : BUCKET_COLUMNS}
           from (values ${parts.map((_, i) => placeOf(2 + i * 3)).join(', ')}) p (of_level, from_ts, to_ts)
           cross join lateral usage_in($1, p.of_level, p.from_ts, p.to_ts)`,
    values: [meterId, ...parts.flatMap((part) => [part.level, new Date(part.from), new Date(part.to)])],
    each: ['integer', ...parts.flatMap(() => ['smallint', 'timestamptz', 'timestamptz'])],
    rowMode: 'array',
  });
  for (const cells of rows) {
    const bucket = bucketOf(cells, costed);
    const level = bucket.level as Level;
    const list = found.get(level);
    if (list) list.push(bucket);
    else found.set(level, [bucket]);
  }
  return found;
}

/** What is put in place of all that a meter had in the range of each level. */
export interface Replacement {
  readonly meterId: number;
  readonly ranges: ReadonlyMap<Level, Range>;
  readonly rows: readonly Bucket[];
}

/** Puts the rows of meters in place of what they had there. */
export async function replaceBuckets(
  client: pg.PoolClient,
  replacements: readonly Replacement[],
): Promise<readonly void[]> {
  const gone = replacements.flatMap(({ meterId, ranges }) =>
    [...ranges].map(([level, range]) => ({ meterId, level, range })),
  );
  await openFigures(
    client as Queryable,
    gone.map(({ meterId, level, range }) => ({ meterId, level, ...range })),
  );
  await client.query({
    name: 'usage_delete',
    text: `delete from usage u using unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[])
             as g (meter_id, level, from_ts, to_ts)
           where u.meter_id = g.meter_id and u.level = g.level and u.ts >= g.from_ts and u.ts < g.to_ts`,
    values: [
      gone.map((one) => one.meterId),
      gone.map((one) => one.level),
      gone.map((one) => new Date(one.range.from)),
      gone.map((one) => new Date(one.range.to)),
    ],
  });
  if (replacements.some(({ rows }) => rows.length > 0)) await copyBuckets(client, replacements);
  return [];
}

async function copyBuckets(client: pg.PoolClient, replacements: readonly Replacement[]): Promise<void> {
  const costed = replacements.some(({ rows }) => rows.some((row) => row.costs));
  const columns = costed ? COSTED : COLUMNS;
  await binaryCopy(client, `usage (${columns.join(', ')})`, async (copy) => {
    for (const { meterId, rows } of replacements)
      for (const row of rows) {
        const wait = copy.row(columns.length);
        if (wait) await wait;
        writeBucket(copy, meterId, row);
        if (costed) for (let i = 0; i < COSTS.length; i++) copy.numeric12(row.costs?.[i] ?? null);
      }
  });
}

function writeBucket(copy: BinaryCopy, meterId: number, row: Bucket): void {
  copy.int4(meterId);
  copy.int2(row.level);
  copy.instant(row.ts);
  for (const energy of row.energies) copy.int8(energy);
  copy.int8(row.pSum);
  copy.int4(row.pN);
  copy.int8(row.pMax);
  copy.instant(row.pMaxAt);
  copy.int8(row.pMin);
  copy.instant(row.pMinAt);
  copy.int8(row.md);
  copy.instant(row.mdAt);
  copy.int8(row.sd);
  copy.instant(row.sdAt);
  // A quarter says it by its demands.
  if (row.level === 1) copy.none();
  else copy.int4(row.mdN);
  copy.int4(row.coveredS);
  copy.int4(row.flags);
  copy.instant(row.headFrom);
  copy.instant(row.headTo);
}
