import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import type { BodyOf, SpaceBody, SpacePoint } from '#contract/scene/space.ts';
import type { Paint } from '#domain/scene/space/paint.ts';
import { heightOf } from '#domain/scene/space/shape.ts';

/** Shapes of which bodies are put together; each is drawn in one go for all of them. */
export const PART_KINDS = ['box', 'cylinder', 'sphere', 'cone'] as const;
export type PartKind = (typeof PART_KINDS)[number];

export interface Part {
  readonly kind: PartKind;
  /** From a shape of size 1 around the origin to its place, m. */
  readonly matrix: Matrix4;
}

const RADIANS = Math.PI / 180;
const UP = new Vector3(0, 0, 1);
const ONE = new Vector3(1, 1, 1);
const STRAIGHT = new Quaternion();

/** Where a body stands and how it is turned. @param foot m above the ground @param turn degrees beside its own */
export function frameOf(body: SpaceBody, foot: number, turn = 0): Matrix4 {
  // First tilted about its own x, then turned about the vertical.
  const angles = new Euler((body.tilt ?? 0) * RADIANS, 0, ((body.turn ?? 0) + turn) * RADIANS, 'ZYX');
  return new Matrix4().compose(new Vector3(body.x, body.y, foot), new Quaternion().setFromEuler(angles), ONE);
}

const sized = (frame: Matrix4, lift: number, w: number, d: number, h: number): Matrix4 =>
  frame.clone().multiply(new Matrix4().compose(new Vector3(0, 0, lift), STRAIGHT, new Vector3(w, d, h)));

const vector = ({ x, y, z }: SpacePoint): Vector3 => new Vector3(x, y, z);

/** Something long along z, laid from one place to another. */
function along(frame: Matrix4, from: Vector3, to: Vector3, r: number, length: number): Matrix4 {
  const way = to.clone().sub(from);
  const turned = new Quaternion().setFromUnitVectors(UP, way.normalize());
  const middle = from.clone().add(to).multiplyScalar(0.5);
  return frame.clone().multiply(new Matrix4().compose(middle, turned, new Vector3(r, r, length)));
}

/** Arrows are so many times as wide as their pipe. */
const ARROW = 2;

function pipeParts({ points, r }: BodyOf<'pipe'>, frame: Matrix4, flow: Paint['flow']): Part[] {
  const places = points.map(vector);
  return places.flatMap((to, i): Part[] => {
    const joint: Part = {
      kind: 'sphere',
      matrix: frame.clone().multiply(new Matrix4().compose(to, STRAIGHT, new Vector3(r, r, r))),
    };
    const from = places[i - 1];
    const length = from?.distanceTo(to) ?? 0;
    if (!from || length === 0) return [joint];
    const piece: Part = { kind: 'cylinder', matrix: along(frame, from, to, r, length) };
    if (flow === 0 || length < 3 * ARROW * r) return [joint, piece];
    const [tail, head] = flow > 0 ? [from, to] : [to, from];
    return [joint, piece, { kind: 'cone', matrix: along(frame, tail, head, ARROW * r, 2 * ARROW * r) }];
  });
}

/** The parts of a body that is put together of simple shapes; outlines, models and signs have none. */
export function partsOf(body: SpaceBody, foot: number, { turn, flow }: Pick<Paint, 'turn' | 'flow'>): Part[] {
  const frame = frameOf(body, foot, turn);
  switch (body.type) {
    case 'box':
      return [{ kind: 'box', matrix: sized(frame, body.h / 2, body.w, body.d, body.h) }];
    case 'cylinder':
      return [{ kind: 'cylinder', matrix: sized(frame, body.h / 2, body.r, body.r, body.h) }];
    case 'sphere':
      return [{ kind: 'sphere', matrix: sized(frame, body.r, body.r, body.r, body.r) }];
    case 'pipe':
      return pipeParts(body, frame, flow);
    default:
      return [];
  }
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** The corners of a body's foot, in the order in which they are joined; null = it has no edges to show. */
function ringOf(body: SpaceBody): readonly (readonly [number, number])[] | null {
  if (body.type === 'box') return CORNERS.map(([x, y]) => [(x * body.w) / 2, (y * body.d) / 2]);
  return body.type === 'outline' ? body.points.map(({ x, y }) => [x, y]) : null;
}

/** Pairs of places between which the edges of a body run. @param ring of another shape than its own */
export function edgesOf(body: SpaceBody, foot: number, turn: number, ring = ringOf(body)): Vector3[] {
  if (!ring) return [];
  const frame = frameOf(body, foot, turn);
  const place = ([x, y]: readonly [number, number], z: number): Vector3 =>
    new Vector3(x, y, z).applyMatrix4(frame);
  const h = Math.max(heightOf(body), 0.01);
  return ring.flatMap((one, i) => {
    const next = ring[(i + 1) % ring.length] ?? one;
    return [place(one, 0), place(next, 0), place(one, h), place(next, h), place(one, 0), place(one, h)];
  });
}

/** The ring around a body that has no edges of its own. */
export function roundRing(body: SpaceBody): readonly (readonly [number, number])[] {
  const own = ringOf(body);
  if (own) return own;
  const pipe = body.type === 'pipe' ? body.points : [{ x: 0, y: 0 }];
  const r = 'r' in body ? body.r : 1;
  const [xs, ys] = [pipe.map(({ x }) => x), pipe.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs) - r, Math.max(...xs) + r];
  const [front, back] = [Math.min(...ys) - r, Math.max(...ys) + r];
  return [
    [left, front],
    [right, front],
    [right, back],
    [left, back],
  ];
}
