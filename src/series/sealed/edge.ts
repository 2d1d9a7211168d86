import type { Queryable } from '#server/database/queryable.ts';
import { firstAt } from './merge.ts';
import { openBlock } from './load.ts';
import { type BlockName, blocksIn } from './name.ts';

export type Side = 'first' | 'last';

/** Where the first or last reading is looked for, and which count. */
interface EdgeWish {
  readonly meterId: number;
  readonly from: number;
  readonly to: number;
  /** The place of a code in the table, and its column; undefined = a reading of any. */
  readonly code: number | undefined;
  readonly column: string | undefined;
  readonly counts: (ts: number, source: number) => boolean;
}

/**
 * The first or last instant of what blocks have, or the one that is known from rows where none is beyond it.
 * A row that stands beside a sealed one has every value that it had, so that it need not be known here.
 */
export async function sealedEdge(
  db: Queryable,
  names: readonly BlockName[],
  wish: EdgeWish,
  side: Side,
  known: number | null,
): Promise<number | null> {
  const own = blocksIn(names, wish);
  if (side === 'last') own.reverse();
  for (const name of own) {
    if (known !== null && (side === 'last' ? name.last <= known : name.first >= known)) break;
    if (wish.code !== undefined && !name.codes.has(wish.code)) continue;
    const { block, column } = await openBlock(db, name);
    const values = wish.column === undefined ? undefined : column(wish.column);
    if (wish.column !== undefined && !values) continue;
    const [begin, end] = [firstAt(block.ts, wish.from), firstAt(block.ts, wish.to)];
    const is = (i: number): boolean =>
      !Number.isNaN(values?.[i] ?? 0) && wish.counts(block.ts[i] as number, block.source[i] as number);
    let i = side === 'last' ? end - 1 : begin;
    while (i >= begin && i < end && !is(i)) i += side === 'last' ? -1 : 1;
    if (i < begin || i >= end) continue;
    const at = block.ts[i] as number;
    if (known === null) return at;
    return side === 'last' ? Math.max(at, known) : Math.min(at, known);
  }
  return known;
}
