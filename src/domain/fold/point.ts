import { FLAG } from '#contract/usageFlag.ts';
import { QUARTER_MS } from '../time/duration.ts';

/** Ranks of sources: a person's value > an import > the device. */
export const RANK = { device: 1, import: 2, person: 3 } as const;

/** A value of one data code at one instant from one source, as received. */
export interface Reading {
  /** Instant as stamped, ms. */
  readonly ts: number;
  readonly value: number;
  readonly source: number;
  readonly rank: number;
  /** Other values that the same source gave for this instant before, the last one first. */
  readonly earlier?: readonly number[];
}

/** The value that counts at an instant. */
export interface Point {
  readonly ts: number;
  /** Effective instant: `ts`, or the quarter of an hour that it stands for. */
  readonly at: number;
  readonly value: number;
  readonly source: number;
  readonly rank: number;
  readonly flags: number;
  readonly earlier?: readonly number[];
}

/** A clock that is at most this far from the grid means the grid. */
export const SNAP_MS = 120_000;

/** What lists that do not change any more come to: a fold asks for the same ones several times. */
const resolved = new WeakMap<readonly Reading[], readonly Point[]>();

/**
 * One value per instant: the highest rank, between equals the lowest source. `readings` must be in the order of
 * time and stay as they are; the result does not depend on the order within an instant.
 */
export function resolve(readings: readonly Reading[]): readonly Point[] {
  let points = resolved.get(readings);
  if (!points) resolved.set(readings, (points = pointsOf(readings)));
  return points;
}

function pointsOf(readings: readonly Reading[]): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < readings.length;) {
    let best = readings[i] as Reading;
    let next = i + 1;
    for (; next < readings.length && readings[next]?.ts === best.ts; next++) {
      const other = readings[next] as Reading;
      if (other.rank > best.rank || (other.rank === best.rank && other.source < best.source)) best = other;
    }
    let flags = (best.rank === RANK.person ? FLAG.manual : 0) | (best.earlier ? FLAG.corrected : 0);
    for (let j = i; j < next; j++) {
      const other = readings[j] as Reading;
      if (other.value === best.value) continue;
      flags |= other.rank === best.rank ? FLAG.conflict : FLAG.corrected;
    }
    const { ts, value, source, rank, earlier } = best;
    points.push({ ts, at: ts, value, source, rank, flags, ...(earlier && { earlier }) });
    i = next;
  }
  return points;
}

/**
 * Moves to each quarter of an hour the one point within two minutes of it that stands for it: highest rank, then
 * nearest, then earlier. Points of lower rank beside it are left out, as it says the same with more authority.
 */
export function snap(points: readonly Point[]): Point[] {
  const result: Point[] = [];
  for (let i = 0; i < points.length;) {
    const first = points[i] as Point;
    const grid = Math.round(first.ts / QUARTER_MS) * QUARTER_MS;
    if (Math.abs(first.ts - grid) > SNAP_MS) {
      result.push(first);
      i++;
      continue;
    }
    let best = first;
    let next = i + 1;
    for (; next < points.length && (points[next] as Point).ts <= grid + SNAP_MS; next++) {
      const other = points[next] as Point;
      const nearer = Math.abs(other.ts - grid) < Math.abs(best.ts - grid);
      if (other.rank > best.rank || (other.rank === best.rank && nearer)) best = other;
    }
    for (let j = i; j < next; j++) {
      const point = points[j] as Point;
      if (point === best) result.push(best.ts === grid ? best : { ...best, at: grid });
      else if (point.rank === best.rank) result.push(point);
    }
    i = next;
  }
  return result;
}
