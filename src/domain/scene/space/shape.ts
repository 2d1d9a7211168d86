import type { BodyOf, Floor, Space, SpaceBody, SpacePoint } from '#contract/scene/space.ts';

const RADIANS = Math.PI / 180;

/** m above the ground of the foot of a body. */
export const footOf = (body: SpaceBody, floors: ReadonlyMap<string, Floor>): number =>
  (floors.get(body.floor)?.z ?? 0) + body.z;

export const floorsOf = ({ floors }: Pick<Space, 'floors'>): ReadonlyMap<string, Floor> =>
  new Map(floors.map((one) => [one.id, one]));

/** Bodies of floors that are shown; of one floor alone where it is named. */
export function shownBodies(space: Space, only: string | null = null): SpaceBody[] {
  const shown = new Set(space.floors.flatMap(({ id, hidden }) => (hidden ? [] : [id])));
  return space.elements.filter((one) => (only === null ? shown.has(one.floor) : one.floor === only));
}

/** Bodies that can be chosen: those of floors that are neither hidden nor locked. */
export function openBodies(space: Space): SpaceBody[] {
  const open = new Set(space.floors.flatMap(({ id, hidden, locked }) => (hidden || locked ? [] : [id])));
  return space.elements.filter((one) => open.has(one.floor));
}

/** m² that a polygon encloses. */
function polygonArea(points: BodyOf<'outline'>['points']): number {
  const twice = points.reduce((sum, { x, y }, i) => {
    const next = points[(i + 1) % points.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** m² over which the energy of a body is spread; null = it has no footprint and none is said. */
export function areaOf(body: SpaceBody): number | null {
  if (body.area !== undefined) return body.area;
  switch (body.type) {
    case 'box':
      return body.w * body.d;
    case 'outline':
      return polygonArea(body.points) || null;
    case 'cylinder':
      return Math.PI * body.r ** 2;
    default:
      return null;
  }
}

/** m: how high a body stands above its foot, as far as it says so itself. */
export function heightOf(body: SpaceBody): number {
  switch (body.type) {
    case 'box':
    case 'cylinder':
    case 'outline':
      return body.h;
    case 'sphere':
      return 2 * body.r;
    case 'pipe':
      return Math.max(...body.points.map(({ z }) => z)) + body.r;
    case 'model':
    case 'sign':
      return 0;
  }
}

/** Something on the plan, turned as its body is. */
export function turned(
  body: Pick<SpaceBody, 'x' | 'y' | 'turn'>,
  x: number,
  y: number,
): { x: number; y: number } {
  const [sin, cos] = [Math.sin((body.turn ?? 0) * RADIANS), Math.cos((body.turn ?? 0) * RADIANS)];
  return { x: body.x + x * cos - y * sin, y: body.y + x * sin + y * cos };
}

const around = (x: number, y: number): { x: number; y: number }[] => [
  { x: -x, y: -y },
  { x, y: -y },
  { x, y },
  { x: -x, y },
];

/** Places on the plan that a body reaches. */
export function reachOf(body: SpaceBody): { x: number; y: number }[] {
  const own = (): readonly { x: number; y: number }[] => {
    switch (body.type) {
      case 'box':
        return around(body.w / 2, body.d / 2);
      case 'cylinder':
      case 'sphere':
        return around(body.r, body.r);
      case 'pipe':
        return body.points.flatMap(({ x, y }) =>
          around(body.r, body.r).map((one) => ({ x: x + one.x, y: y + one.y })),
        );
      case 'outline':
        return body.points;
      case 'model':
      case 'sign':
        return around(1, 1);
    }
  };
  return own().map(({ x, y }) => turned(body, x, y));
}

/** The block that bodies fill, m; without any body that of the ground. */
export function roomOf(space: Space, bodies: readonly SpaceBody[]): { least: SpacePoint; most: SpacePoint } {
  const floors = floorsOf(space);
  const least = { x: Infinity, y: Infinity, z: 0 };
  const most = { x: -Infinity, y: -Infinity, z: 0 };
  for (const one of bodies) {
    for (const { x, y } of reachOf(one)) {
      [least.x, least.y] = [Math.min(least.x, x), Math.min(least.y, y)];
      [most.x, most.y] = [Math.max(most.x, x), Math.max(most.y, y)];
    }
    const foot = footOf(one, floors);
    [least.z, most.z] = [Math.min(least.z, foot), Math.max(most.z, foot + Math.max(1, heightOf(one)))];
  }
  if (bodies.length > 0) return { least, most };
  const [x, y] = [space.width / 2, space.depth / 2];
  return { least: { x: -x, y: -y, z: 0 }, most: { x, y, z: 3 } };
}
