import type { Text } from '#contract/text.ts';
import { DAY_SECONDS } from '#domain/time/duration.ts';

/** A date cell of a workbook: the wall clock it shows, of no zone. */
export interface DateCell {
  /** `YYYY-MM-DDTHH:mm:ss`, to the second. */
  readonly wall: string;
  /** Days since 1899-12-30, as the workbook holds them: below 1 it is a time of day. */
  readonly serial: number;
}

/** A cell whose value cannot be known: an error value, or a formula that was saved without its result. */
export interface BrokenCell {
  readonly broken: Text;
  /** As it stands in the file. */
  readonly raw: string;
}

/** One cell as it stands in the file; null = empty. Text keeps its blanks. */
export type Cell = string | number | boolean | DateCell | BrokenCell | null;

/** One row of a sheet. */
export interface Row {
  /** As the person sees it in the file, from 1. */
  readonly number: number;
  /** From the first column on; trailing empty cells may be missing. */
  readonly cells: readonly Cell[];
  /** Places of numbers that are shown as percentages, where there are any. */
  readonly percents?: ReadonlySet<number>;
}

export const isDateCell = (cell: Cell): cell is DateCell =>
  typeof cell === 'object' && cell !== null && 'wall' in cell;

export const isBrokenCell = (cell: Cell): cell is BrokenCell =>
  typeof cell === 'object' && cell !== null && 'broken' in cell;

/** The cell as a person reads it: dates `YYYY-MM-DD HH:mm:ss` without empty parts, '' for an empty cell. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (isDateCell(cell)) {
    const [date = '', time = ''] = cell.wall.split('T');
    const short = time.endsWith(':00') ? time.slice(0, 5) : time;
    if (cell.serial < 1) return short;
    return time === '00:00:00' ? date : `${date} ${short}`;
  }
  if (isBrokenCell(cell)) return cell.raw;
  return String(cell);
}

const EPOCH = Date.UTC(1899, 11, 30);

/** The wall clock of a workbook's date serial (1900 system, with its false leap day), to the second. */
export function dateCell(serial: number): DateCell {
  const seconds = Math.round(serial * DAY_SECONDS);
  // Day 60 of the 1900 system is a 29 February 1900 that never was; earlier days stand one later.
  const shift = serial >= 1 && serial < 60 ? DAY_SECONDS : 0;
  const wall = new Date(EPOCH + (seconds + shift) * 1000).toISOString().slice(0, 19);
  return { wall, serial };
}

/** The date serial of a wall clock `YYYY-MM-DDTHH:mm:ss`. */
export function serialOf(wall: string): number {
  return (Date.parse(`${wall}Z`) - EPOCH) / 1000 / DAY_SECONDS;
}
