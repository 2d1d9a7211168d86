import { HOUR, type Range } from './clock.ts';

/** Falls within the noise of one device at most so far apart are one noisy interval (decision 113). */
const NOISY = 6 * HOUR;

/**
 * The intervals in which a register jitters: from the reading before a fall to the one after the last fall near it.
 * @param counts when readings came that count
 * @param falls when it fell within its noise
 * @param changes when another device was put in its place
 */
export function noisyRanges(
  counts: readonly number[],
  falls: readonly number[],
  changes: readonly number[],
): readonly Range[] {
  const ranges: Range[] = [];
  for (const fall of falls) {
    const from = counts.findLast((ts) => ts < fall) ?? fall;
    const to = counts.find((ts) => ts > fall) ?? fall;
    const last = ranges.at(-1);
    const joined = last && from - last.to <= NOISY && !changes.some((at) => last.to <= at && at <= from);
    if (joined) ranges[ranges.length - 1] = { from: last.from, to };
    else ranges.push({ from, to });
  }
  return ranges;
}
