import { LEVEL, type Level, bucketEnd, bucketStart } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';

/** Whole buckets of one level in [from, to). */
export interface Tile {
  readonly level: Level;
  readonly from: number;
  readonly to: number;
}

const COARSE_FIRST = [LEVEL.year, LEVEL.month, LEVEL.day, LEVEL.hour, LEVEL.quarter] as const;

/**
 * Covers [from, to) (both on the quarter of an hour) with the fewest whole buckets: a year's sum then reads a few
 * rows instead of thirty-five thousand.
 */
export function tilesOf(zone: Zone, from: number, to: number): Tile[] {
  const tiles: Tile[] = [];
  cover(zone, from, to, 0, tiles);
  return tiles.sort((a, b) => a.from - b.from);
}

function cover(zone: Zone, from: number, to: number, depth: number, tiles: Tile[]): void {
  const level = COARSE_FIRST[depth];
  if (level === undefined || from >= to) return;
  const start = bucketStart(zone, level, from);
  const first = start === from ? from : bucketEnd(zone, level, start);
  const last = bucketStart(zone, level, to);
  if (first >= last) return cover(zone, from, to, depth + 1, tiles);
  tiles.push({ level, from: first, to: last });
  cover(zone, from, first, depth + 1, tiles);
  cover(zone, last, to, depth + 1, tiles);
}

/** Whether an instant lies on the quarter of an hour. */
export const onQuarter = (t: number): boolean => t % QUARTER_MS === 0;
