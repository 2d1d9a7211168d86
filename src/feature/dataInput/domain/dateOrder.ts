import { DATE_ORDERS, type DateOrder } from '../contract.ts';
import { readStamp } from './date.ts';
import type { FileCell } from './fileCell.ts';

/** How sure the order of the parts is: by the values, by the sequence of the rows, or not at all. */
export type OrderVerdict = 'certain' | 'sequence' | 'ambiguous' | 'none';

/**
 * The order of day, month and year of a whole column. Values settle it where only one order reads (nearly) all of
 * them; else the rows do, because days follow one another; else a person must choose.
 * @param cells the cells of the date or stamp column in file order.
 */
export function detectDateOrder(cells: readonly FileCell[]): { order: DateOrder; verdict: OrderVerdict } {
  const columns = DATE_ORDERS.map((order) => readColumn(cells, order));
  const best = Math.max(...columns.map((column) => column.read));
  if (best === 0) return { order: 'YMD', verdict: 'none' };
  const fit = columns.filter((column) => column.read === best);
  const first = fit[0]?.order ?? 'YMD';
  if (fit.every((column) => column.sum === fit[0]?.sum)) return { order: first, verdict: 'certain' };
  const steps = Math.max(...fit.map((column) => column.steps));
  const straight = fit.filter((column) => column.steps === steps);
  const order = straight[0]?.order ?? first;
  return { order, verdict: straight.length === 1 && steps > 0 ? 'sequence' : 'ambiguous' };
}

/** How many cells an order reads, the sum of their days, and how often a day is followed by the next. */
function readColumn(cells: readonly FileCell[], order: DateOrder) {
  let [read, sum, steps, last] = [0, 0, 0, NaN];
  for (const cell of cells) {
    const wall = cell === null ? null : readStamp(cell, order);
    if (wall === null || 'fault' in wall) continue;
    read += 1;
    sum += wall.day;
    if (!Number.isNaN(last) && wall.day !== last) steps += wall.day === last + 1 ? 1 : -1;
    last = wall.day;
  }
  return { order, read, sum, steps };
}
