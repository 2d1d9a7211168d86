import type { Range } from '#domain/fold/reach.ts';

/** The interval from the first to the last instant of several; an empty one for none. */
export function hullOf(ranges: readonly Range[]): Range {
  let [from, to] = [Infinity, -Infinity];
  for (const range of ranges) {
    from = Math.min(from, range.from);
    to = Math.max(to, range.to);
  }
  return from < to ? { from, to } : { from: 0, to: 0 };
}
