import { meanOf } from '#domain/decimal/sum.ts';
import type { MapBox, MapPoint } from './project.ts';

/** Coordinates as they were entered, degrees; null = none. */
interface Entered {
  readonly longitude: number | null;
  readonly latitude: number | null;
}

/**
 * Why something cannot be put on the map: nothing entered, 0 and 0 (what a form that was never filled in tells), or longitude and
 * latitude in each other's place. Null = it can.
 */
export function misplacedBy({ longitude, latitude }: Entered): 'none' | 'zero' | 'swapped' | null {
  if (longitude === null || latitude === null) return 'none';
  if (longitude === 0 && latitude === 0) return 'zero';
  // China lies between 73° and 135° east, 3° and 54° north: the other way round it is a slip of the pen.
  if (latitude > 73 && longitude >= 3 && longitude <= 54) return 'swapped';
  return null;
}

/** Marks that would lie on each other, as one. */
export interface Cluster<T> extends MapPoint {
  readonly members: readonly T[];
}

/** Puts together what lies nearer than `distance` to the first of a group; the order of the list decides, so it stays the same. */
export function clustersOf<T extends MapPoint>(points: readonly T[], distance: number): Cluster<T>[] {
  const groups: { first: T; members: T[] }[] = [];
  for (const one of points) {
    const near = groups.find(({ first }) => Math.hypot(first.x - one.x, first.y - one.y) < distance);
    if (near) near.members.push(one);
    else groups.push({ first: one, members: [one] });
  }
  return groups.map(({ members }) => ({
    x: meanOf(members.map(({ x }) => x)) ?? 0,
    y: meanOf(members.map(({ y }) => y)) ?? 0,
    members,
  }));
}

/** Which of some boxes lie on none of those before them that stand: where names would cover each other, the first is shown. */
export function standing(boxes: readonly MapBox[]): boolean[] {
  const kept: MapBox[] = [];
  return boxes.map((one) => {
    const free = kept.every(
      ({ x, y, w, h }) => x + w <= one.x || one.x + one.w <= x || y + h <= one.y || one.y + one.h <= y,
    );
    if (free) kept.push(one);
    return free;
  });
}
