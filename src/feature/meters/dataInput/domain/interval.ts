import { DAY_SECONDS } from '#domain/time/duration.ts';
import type { StampRule } from '../contract.ts';
import { type Wall, wallMs } from '#domain/cell/date.ts';

/** The distance of consecutive rows that occurs most often, in seconds; null where rows do not follow in time. */
export function detectInterval(walls: readonly Wall[]): number | null {
  const counts = new Map<number, number>();
  for (let i = 1; i < walls.length; i++) {
    const [before, after] = [walls[i - 1], walls[i]];
    if (!before || !after) continue;
    const seconds = (wallMs(after) - wallMs(before)) / 1000;
    if (seconds > 0) counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best ? best[0] : null;
}

/**
 * Which end of its span a stamp seems to name. A 00:00 that follows a later time of the same date is 24:00; a file
 * whose first row stands one interval after midnight and whose last at midnight (or 24:00) is stamped at the end.
 */
export function detectStampRule(walls: readonly Wall[], interval: number | null): StampRule {
  let wrapped = 0;
  let midnights = 0;
  for (let i = 1; i < walls.length; i++) {
    const [before, after] = [walls[i - 1], walls[i]];
    if (!before || after?.second !== 0) continue;
    midnights += 1;
    if (after.day === before.day && before.second > 0 && before.second < DAY_SECONDS) wrapped += 1;
  }
  if (wrapped > 0 && wrapped * 2 > midnights) return 'midnight';
  if (walls.some((wall) => wall.second === DAY_SECONDS)) return 'end';
  const [first] = walls;
  const last = walls.at(-1);
  if (interval !== null && interval < DAY_SECONDS && first?.second === interval && last?.second === 0)
    return 'end';
  return 'start';
}
