import { columnOf, codeIndex } from '#contract/dataCode.ts';
import { RANK, type Reading } from '#domain/fold/point.ts';
import { isVoid, type Void } from '#domain/fold/void.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { type Side, sealedEdge } from '../sealed/edge.ts';
import { askedAgain } from '../sealed/load.ts';
import { merged, type Row, sealedRows } from '../sealed/merge.ts';
import { type BlockName, type NameCell, nameOf } from '../sealed/name.ts';
import { firstToFold, lastToFold, neighboursToFold, readingsToFold } from './foldStatement.ts';

/*
 * What the fold asks, sealed or not. Rows are told by common statements; only where these name blocks is more asked.
 */

/** A reading as the fold loads it: the instant (ms), source, rank and the values of the codes. */
export type FoldCell = readonly [ts: number, source: number, rank: number, ...values: (number | null)[]];
type Named = readonly [...FoldCell, sealed: NameCell | null];

/** The sources that count of some, and their ranks. */
type Ranks = ReadonlyMap<number, number>;

/** The readings that count of a meter in [from, to) (ms), in the order of time. */
export function loadFoldReadings(
  db: Queryable,
  meterId: number,
  codes: readonly string[],
  from: number,
  to: number,
): Promise<readonly FoldCell[]> {
  return askedAgain(async () => {
    const { rows } = await db.query<Named>(readingsToFold(meterId, codes, from, to));
    const end = rows.findIndex((row) => row.at(-1) !== null);
    const cells = end < 0 ? rows : rows.slice(0, end);
    if (end < 0) return cells as unknown as FoldCell[];
    const names = rows.slice(end).map((row) => nameOf(row.at(-1) as NameCell));
    const window = { meterId, from, to };
    const wish = { columns: codes.map(columnOf), any: true, said: 'all' } as const;
    const sealed = await sealedRows(db, names.sort((a, b) => a.first - b.first), window, 1, wish); // prettier-ignore
    const ranks = await ranksOf(db, sealed.map((row) => row[2] as number)); // prettier-ignore
    // What does not count is hidden by a row beside it all the same, as that has the same source.
    const counting = sealed.filter((row) => ranks.has(row[2] as number));
    const open = cells.map((cell): Row => [1, cell[0], cell[1], ...cell.slice(3, 3 + codes.length) as (number | null)[]]); // prettier-ignore
    const ranked = new Map([...ranks, ...cells.map((cell) => [cell[1], cell[2]] as const)]);
    const sorted = open.sort((a, b) => (a[1] as number) - (b[1] as number) || (a[2] as number) - (b[2] as number)); // prettier-ignore
    return merged(sorted, counting).map(([, ts, source, ...values]): FoldCell => [
      ts as number,
      source as number,
      ranked.get(source as number) ?? RANK.device,
      ...values,
    ]);
  });
}

async function ranksOf(db: Queryable, sources: readonly number[]): Promise<Ranks> {
  const ranks = new Map<number, number>([[0, RANK.device]]);
  const ids = [...new Set(sources)].filter((id) => id !== 0);
  if (ids.length === 0) return ranks;
  const { rows } = await db.query<{ id: number; rank: number }>({
    text: 'select id, rank::integer from data_source where id = any($1::integer[]) and status = 1',
    values: [ids],
  });
  for (const { id, rank } of rows) ranks.set(id, rank);
  return ranks;
}

/** The sources of blocks of a meter that count; asked once for a search. */
async function countingOf(db: Queryable, meterId: number): Promise<(source: number) => boolean> {
  const { rows } = await db.query<{ id: number }>({
    text: `select d.id from data_source_meter m join data_source d on d.id = m.source
           where m.meter_id = $1 and d.status = 1`,
    values: [meterId],
  });
  const ids = new Set(rows.map((row) => row.id));
  return (source) => source === 0 || ids.has(source);
}

type Neighbour = Reading & { readonly code: string };

const ORIGIN = Date.UTC(2000, 0, 1, 0, 7, 30);
/** Where the cell of a quarter of an hour begins, as the statement bins it. */
const cellOf = (ts: number): number => Math.floor((ts - ORIGIN) / QUARTER_MS) * QUARTER_MS + ORIGIN;

/** For each code the readings of the cell of a quarter of an hour with the nearest one that counts before, or from, an instant (ms). */
export function loadFoldNeighbours(
  db: Queryable,
  meterId: number,
  codes: readonly string[],
  side: 'before' | 'after',
  at: number,
  taken: readonly Void[],
): Promise<readonly Neighbour[]> {
  return askedAgain(async () => {
    const { rows } = await db.query<Neighbour & { sealed: NameCell | null }>(
      neighboursToFold(meterId, codes, side, at, taken),
    );
    const names = rows.flatMap(({ sealed }) => (sealed ? [nameOf(sealed)] : []));
    const open = rows.filter(({ sealed }) => sealed === null);
    if (names.length === 0) return open;
    const counts = await countingOf(db, meterId);
    const found: Neighbour[] = [];
    for (const code of codes) {
      const own = open.filter((one) => one.code === code);
      const known = own.map((one) => Math.round(one.ts));
      const rowAt = known.length === 0 ? null : side === 'before' ? Math.max(...known) : Math.min(...known);
      const isTaken = (ts: number, source: number): boolean =>
        taken.length > 0 && isVoid(taken, 'reading', code, { from: ts, to: ts, source });
      const nearest = await sealedEdge(
        db,
        names,
        {
          meterId,
          from: side === 'before' ? -Infinity : at,
          to: side === 'before' ? at : Infinity,
          code: codeIndex(code),
          column: columnOf(code),
          counts: (ts, source) => counts(source) && !isTaken(ts, source),
        },
        side === 'before' ? 'last' : 'first',
        rowAt,
      );
      if (nearest === null) continue;
      const cell = cellOf(nearest);
      if (!names.some((one) => one.first < cell + QUARTER_MS && one.last >= cell)) {
        found.push(...own);
        continue;
      }
      for (const [ts, source, rank, value] of await loadFoldReadings(
        db,
        meterId,
        [code],
        cell,
        cell + QUARTER_MS,
      )) {
        if (value === null || value === undefined || isTaken(Math.round(ts), source)) continue;
        found.push({ code, ts: Math.round(ts), source, rank, value });
      }
    }
    return found.sort((a, b) => a.ts - b.ts);
  });
}

/** The first reading of a meter from an instant (ms) on that counts and that nobody took out, ms. @param taken of the main register */
export function firstFoldReading(
  db: Queryable,
  meterId: number,
  from: number,
  taken: readonly Void[],
): Promise<number | null> {
  const isTaken = (ts: number, source: number): boolean =>
    taken.length > 0 && isVoid(taken, 'reading', 'PP', { from: ts, to: ts, source });
  return edgeOf(db, meterId, 'first', firstToFold(meterId, from, taken), from, isTaken);
}

/** The last reading of a meter that counts, ms. */
export const lastFoldReading = (db: Queryable, meterId: number): Promise<number | null> =>
  edgeOf(db, meterId, 'last', lastToFold(meterId), -Infinity, () => false);

function edgeOf(
  db: Queryable,
  meterId: number,
  side: Side,
  statement: ReturnType<typeof lastToFold>,
  from: number,
  isTaken: (ts: number, source: number) => boolean,
): Promise<number | null> {
  return askedAgain(async () => {
    const { rows } = await db.query<{ at: Date | null; sealed: NameCell | null }>(statement);
    const known = rows.find(({ at }) => at !== null)?.at?.getTime() ?? null;
    const names: BlockName[] = rows.flatMap(({ sealed }) => (sealed ? [nameOf(sealed)] : []));
    if (names.length === 0) return known;
    const counting = await countingOf(db, meterId);
    const counts = (ts: number, source: number): boolean => counting(source) && !isTaken(ts, source);
    const wish = { meterId, from, to: Infinity, code: undefined, column: undefined, counts };
    return sealedEdge(db, names, wish, side, known);
  });
}
