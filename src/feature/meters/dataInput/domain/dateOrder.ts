import { DATE_ORDERS, type DateOrder } from '#contract/dateOrder.ts';
import { readStamp } from '#domain/cell/date.ts';
import type { FileCell } from '#domain/cell/fileCell.ts';

/** How sure the order of the parts is: by the values, by the sequence of the rows, or not at all. */
export type OrderVerdict = 'certain' | 'sequence' | 'ambiguous' | 'none';

/**
 * The order of day, month and year of a whole column. Values settle it where only one order reads (nearly) all of
 * them; else the rows do, because days follow one another; else a person must choose.
 * @param cells the cells of the date or stamp column in file order.
 */
export function detectDateOrder(cells: readonly FileCell[]): { order: DateOrder; verdict: OrderVerdict } {
  const columns = DATE_ORDERS.map((order) => readColumn(cells, order));
  const best = Math.max(...columns.map((column) => column.days.length));
  if (best === 0) return { order: 'YMD', verdict: 'none' };
  const fit = columns.filter((column) => column.days.length === best);
  const first = fit[0]?.order ?? 'YMD';
  if (fit.every(({ days }) => days.every((day, i) => day === fit[0]?.days[i])))
    return { order: first, verdict: 'certain' };
  const steps = Math.max(...fit.map((column) => column.steps));
  const straight = fit.filter((column) => column.steps === steps);
  const order = straight[0]?.order ?? first;
  return { order, verdict: straight.length === 1 && steps > 0 ? 'sequence' : 'ambiguous' };
}

/** The days of the cells that an order reads, and how often one is followed by the next. */
function readColumn(cells: readonly FileCell[], order: DateOrder) {
  const days: number[] = [];
  let steps = 0;
  for (const cell of cells) {
    const wall = cell === null ? null : readStamp(cell, order);
    if (wall === null || 'fault' in wall) continue;
    const last = days.at(-1);
    if (last !== undefined && wall.day !== last) steps += wall.day === last + 1 ? 1 : -1;
    days.push(wall.day);
  }
  return { order, days, steps };
}
