import type { Queryable } from '#server/database/queryable.ts';
import type { MeterWindow, Said } from '../reading/window.ts';
import { openBlock } from './load.ts';
import type { BlockName } from './name.ts';

/** A reading: the number of its window from 1, instant (ms), source, and the values of the columns asked for. */
export type Row = readonly (number | null)[];

/** Which of the rows of blocks are asked for. */
export interface Wish {
  /** Columns of `reading`. */
  readonly columns: readonly string[];
  /** Whether rows without a value in any of them are left out. */
  readonly any: boolean;
  readonly said: Said;
}

export const says = (said: Said, source: number): boolean =>
  said === 'all' || source === 0 || (said !== 'device' && said.includes(source));

/** The rows of blocks in a window, in the order of instant and source. @param names in the order of time */
export async function sealedRows(
  db: Queryable,
  names: readonly BlockName[],
  { from, to }: MeterWindow,
  n: number,
  { columns, any, said }: Wish,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const name of names) {
    const { block, column } = await openBlock(db, name);
    const lists = columns.map(column);
    for (let i = firstAt(block.ts, from); i < block.ts.length; i++) {
      const ts = block.ts[i] as number;
      if (ts >= to) break;
      const source = block.source[i] as number;
      if (!says(said, source)) continue;
      const values = lists.map((list) => {
        const value = list?.[i] ?? NaN;
        return Number.isNaN(value) ? null : value;
      });
      if (any && values.every((value) => value === null)) continue;
      found.push([n, ts, source, ...values]);
    }
  }
  return found;
}

/** The place of the first instant at or after one. */
export function firstAt(ts: Float64Array, at: number): number {
  let [low, high] = [0, ts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ts[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const order = (a: Row, b: Row): number =>
  Math.round(a[1] as number) - Math.round(b[1] as number) || (a[2] as number) - (b[2] as number);

/** Rows of one window and those of its blocks, in order; where both have a key the row wins, which came later. */
export function merged(rows: readonly Row[], sealed: readonly Row[]): Row[] {
  const all: Row[] = [];
  let s = 0;
  for (const row of rows) {
    while (s < sealed.length && order(sealed[s] as Row, row) < 0) all.push(sealed[s++] as Row);
    if (s < sealed.length && order(sealed[s] as Row, row) === 0) s++;
    all.push(row);
  }
  while (s < sealed.length) all.push(sealed[s++] as Row);
  return all;
}
