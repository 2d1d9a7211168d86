import { type ElementOf, MOST_BENDS, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { elementsOf, endPlace, type Point, wirePoints } from '../geometry.ts';
import { changed } from './act.ts';

type Wire = ElementOf<'wire'>;

/** A wire with other corners; drawing again leaves them there. */
function withBends(scene: Scene, id: string, change: (bends: readonly Point[]) => readonly Point[]): Scene {
  return changed(scene, new Set([id]), (one): SceneElement => {
    if (one.type !== 'wire') return one;
    const { bends: before = [], ...rest } = one;
    const bends = change(before).map(({ x, y }) => ({ x, y }));
    if (bends.length > MOST_BENDS) return one;
    const byHand = one.origin === undefined ? {} : { moved: true as const };
    return { ...rest, ...byHand, ...(bends.length === 0 ? {} : { bends }) };
  });
}

/** Puts a corner before the one of that number, counted from 0. */
export const insertBend = (scene: Scene, id: string, index: number, at: Point): Scene =>
  withBends(scene, id, (bends) => bends.toSpliced(index, 0, at));

export const moveBend = (scene: Scene, id: string, index: number, at: Point): Scene =>
  withBends(scene, id, (bends) => bends.map((one, i) => (i === index ? at : one)));

export const dropBend = (scene: Scene, id: string, index: number): Scene =>
  withBends(scene, id, (bends) => bends.filter((_, i) => i !== index));

const away = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** Which number a new corner at a place gets: that by which the wire becomes longer the least. */
export function bendIndex(scene: Scene, wire: Wire, at: Point): number {
  const elements = elementsOf(scene);
  const [from, to] = [endPlace(wire.from, elements), endPlace(wire.to, elements)];
  if (!from || !to) return 0;
  const stops = [from, ...(wire.bends ?? []), to];
  let [best, least] = [0, Infinity];
  for (let i = 0; i + 1 < stops.length; i++) {
    const [a, b] = [stops[i] ?? from, stops[i + 1] ?? to];
    const longer = away(a, at) + away(at, b) - away(a, b);
    if (longer < least) [best, least] = [i, longer];
  }
  return best;
}

/** The middles of the straight parts of a wire, the longest part first: there new corners are taken hold of. */
export function middlesOf(scene: Scene, wire: Wire): Point[] {
  const points = wirePoints(wire, elementsOf(scene)) ?? [];
  return points
    .flatMap((b, i) => {
      const a = points[i - 1];
      return a ? [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, length: away(a, b) }] : [];
    })
    .toSorted((a, b) => b.length - a.length)
    .map(({ x, y }) => ({ x, y }));
}
