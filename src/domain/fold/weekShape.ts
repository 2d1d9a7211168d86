import { FLAG } from '#contract/usageFlag.ts';
import { floorDiv } from '../decimal/decimal.ts';
import { DAY_MS, QUARTER_MS } from '../time/duration.ts';
import { type Piece, upTo } from './layer.ts';
import type { Range } from './reach.ts';

/** Seven days: the same weekday before, at the same distance in time also where a clock changed between. */
export const WEEK_MS = 7 * DAY_MS;

/** The part of a piece's energy that lies before an instant; parts always sum up. */
export type Shape = (t: number) => bigint;

/** The interval a week before. */
export const weekBefore = ({ from, to }: Range): Range => ({ from: from - WEEK_MS, to: to - WEEK_MS });

/** Whether an interval may have the shape of the week before: beyond a week it would be its own pattern. */
export const mayFollowWeek = ({ from, to }: Range): boolean => to - from > QUARTER_MS && to - from <= WEEK_MS;

/**
 * Shapes long pieces like the same interval a week before, where that is known quarter by quarter; undefined where it
 * is not, and the piece is spread by time. `pieces` of one code in the order of time.
 */
export function weekShape(pieces: readonly Piece[]): (piece: Piece) => Shape | undefined {
  return (piece) => {
    const { energy } = piece;
    if (energy === null || !mayFollowWeek(piece) || !mayFollowWeek(piece.span)) return undefined;
    const model = patternOf(pieces, weekBefore(piece));
    if (!model) return undefined;
    const { parts, total } = model;
    return (t) => {
      if (t <= piece.from) return 0n;
      if (t >= piece.to) return energy;
      const at = t - WEEK_MS;
      const part = parts[lastAt(parts, at)] as Part;
      const passed = part.before + upTo(part.energy, part.from, part.to, at) - part.cut;
      return floorDiv(energy * passed, total);
    };
  };
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly energy: bigint;
  /** Energy of the pattern before this part, and what of the part lies before the pattern. */
  readonly before: bigint;
  readonly cut: bigint;
}

/** The measured parts of an interval without a hole, or undefined. */
function patternOf(pieces: readonly Piece[], range: Range): { parts: Part[]; total: bigint } | undefined {
  const parts: Part[] = [];
  let at = range.from;
  let total = 0n;
  for (let i = lastAt(pieces, range.from); i < pieces.length && at < range.to; i++) {
    const { from, to, energy, flags } = pieces[i] as Piece;
    if (to <= at) continue;
    if (from > at || energy === null || energy < 0n) return undefined;
    if (to - from > QUARTER_MS || (flags & FLAG.estimated) !== 0) return undefined;
    const cut = upTo(energy, from, to, range.from);
    parts.push({ from, to, energy, before: total, cut });
    total += upTo(energy, from, to, range.to) - cut;
    at = to;
  }
  return at >= range.to && total > 0n ? { parts, total } : undefined;
}

/** Index of the last that starts at `t` or before; 0 where none does. */
function lastAt(list: readonly { readonly from: number }[], t: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list[middle] as { readonly from: number }).from <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
