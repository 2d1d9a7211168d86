import type { Binding } from '#contract/scene/binding.ts';
import {
  type BodyType,
  type Floor,
  MOST_BODIES,
  type Space,
  type SpaceBody,
  type SpacePoint,
} from '#contract/scene/space.ts';
import { body as bodySchema } from '#contract/scene/spaceSchema.ts';
import { nextId } from '../edit/copy.ts';

/** Every act is a function from a space to a space: bodies that it does not touch stay the same objects. */

type Ids = ReadonlySet<string>;

/** Lengths are kept to the centimetre, angles to the tenth of a degree. */
const cm = (value: number): number => Math.round(value * 100) / 100;
const degrees = (value: number): number => Math.round((value % 360) * 10) / 10;
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const FAR = 10_000;
const placed = (value: number): number => within(cm(value), -FAR, FAR);
const long = (value: number): number => within(cm(value), 0.01, FAR);

/** Changes some bodies. */
export function changeBodies(space: Space, ids: Ids, change: (one: SpaceBody) => SpaceBody): Space {
  let touched = false;
  const elements = space.elements.map((one) => {
    if (!ids.has(one.id)) return one;
    const after = change(one);
    touched ||= after !== one;
    return after;
  });
  return touched ? { ...space, elements } : space;
}

/** Moves bodies by so many metres. */
export const moveBodies = (space: Space, ids: Ids, by: SpacePoint): Space =>
  by.x === 0 && by.y === 0 && by.z === 0
    ? space
    : changeBodies(space, ids, (one) => ({
        ...one,
        x: placed(one.x + by.x),
        y: placed(one.y + by.y),
        z: placed(one.z + by.z),
      }));

/** Turns each body about its own vertical. */
export const turnBodies = (space: Space, ids: Ids, by: number): Space =>
  by === 0 ? space : changeBodies(space, ids, (one) => ({ ...one, turn: degrees((one.turn ?? 0) + by) }));

/** Makes bodies larger or smaller: each direction by its own factor, where the body has one. */
export const scaleBodies = (space: Space, ids: Ids, { x, y, z }: SpacePoint): Space =>
  changeBodies(space, ids, (one): SpaceBody => {
    const all = Math.cbrt(x * y * z);
    const flat = Math.sqrt(x * y);
    switch (one.type) {
      case 'box':
        return { ...one, w: long(one.w * x), d: long(one.d * y), h: long(one.h * z) };
      case 'cylinder':
        return { ...one, r: long(one.r * flat), h: long(one.h * z) };
      case 'sphere':
        return { ...one, r: long(one.r * all) };
      case 'outline':
        return {
          ...one,
          h: long(one.h * z),
          points: one.points.map((point) => ({ x: placed(point.x * x), y: placed(point.y * y) })),
        };
      case 'pipe':
        return {
          ...one,
          points: one.points.map((point) => ({
            x: placed(point.x * x),
            y: placed(point.y * y),
            z: placed(point.z * z),
          })),
        };
      case 'model':
        return { ...one, scale: within(Math.round(one.scale * all * 1000) / 1000, 0.001, 1000) };
      case 'sign':
        return one;
    }
  });

export const removeBodies = (space: Space, ids: Ids): Space => ({
  ...space,
  elements: space.elements.filter(({ id }) => !ids.has(id)),
});

/** Binds a body in place of what it told before. @param label its name where it has none */
export const bindBody = (space: Space, id: string, bindings: readonly Binding[], label: string): Space =>
  changeBodies(space, new Set([id]), (one) => ({
    ...one,
    bindings: [...bindings],
    label: one.label ?? label,
  }));

/** Chosen bodies with all of their groups. */
export function withSpaceGroups(space: Space, ids: Ids): Set<string> {
  const groups = new Set(
    space.elements.flatMap((one) => (ids.has(one.id) && one.group !== undefined ? [one.group] : [])),
  );
  const joined = (one: SpaceBody): boolean => one.group !== undefined && groups.has(one.group);
  return new Set(space.elements.flatMap((one) => (ids.has(one.id) || joined(one) ? [one.id] : [])));
}

export function groupBodies(space: Space, ids: Ids): Space {
  const taken = new Set(space.elements.flatMap(({ group }) => group ?? []));
  let n = 1;
  while (taken.has(`g${n}`)) n++;
  return changeBodies(space, ids, (one) => ({ ...one, group: `g${n}` }));
}

export const ungroupBodies = (space: Space, ids: Ids): Space =>
  changeBodies(space, ids, (one) => {
    if (one.group === undefined) return one;
    const { group: _group, ...rest } = one;
    return rest as SpaceBody;
  });

/** A body as it is put in: of a size in which it is seen. */
function freshBody(
  type: Exclude<BodyType, 'model'>,
  common: Pick<SpaceBody, 'id' | 'floor' | 'x' | 'y' | 'z'>,
): SpaceBody {
  switch (type) {
    case 'box':
      return { ...common, type, w: 2, d: 2, h: 2 };
    case 'cylinder':
      return { ...common, type, r: 1, h: 2 };
    case 'sphere':
      return { ...common, type, r: 1 };
    case 'pipe':
      return {
        ...common,
        type,
        r: 0.2,
        points: [
          { x: 0, y: 0, z: 1 },
          { x: 4, y: 0, z: 1 },
        ],
      };
    case 'outline':
      return {
        ...common,
        type,
        h: 4,
        glass: true,
        points: [
          { x: -5, y: -4 },
          { x: 5, y: -4 },
          { x: 5, y: 4 },
          { x: -5, y: 4 },
        ],
      };
    case 'sign':
      return { ...common, type, label: 'A' };
  }
}

/** What was put in, and its name. */
export interface InsertedBody {
  readonly space: Space;
  readonly id: string;
}

/** Puts a body onto a floor. @param label of a sign @throws nothing: a full space stays as it is, its id is empty */
export function insertBody(
  space: Space,
  what: Exclude<BodyType, 'model'> | { readonly modelId: number },
  floor: string,
  at: { readonly x: number; readonly y: number },
  label?: string,
): InsertedBody {
  if (space.elements.length >= MOST_BODIES) return { space, id: '' };
  const id = nextId(new Set(space.elements.map((one) => one.id)), space.elements.length + 1);
  const common = { id, floor, x: placed(at.x), y: placed(at.y), z: 0 };
  const made: SpaceBody =
    typeof what === 'string'
      ? freshBody(what, common)
      : { ...common, type: 'model', modelId: what.modelId, scale: 1 };
  const named = made.type === 'sign' && label !== undefined ? { ...made, label } : made;
  return { space: { ...space, elements: [...space.elements, named] }, id };
}

/** Bodies that were copied. */
export interface SpaceClip {
  readonly format: 'space-clip';
  readonly diagramId: number;
  readonly elements: readonly SpaceBody[];
}

/** What was kept as a copy; null = it is none. Models belong to their diagram and do not go into another. */
export function spaceClipOf(value: unknown, diagramId: number): SpaceClip | null {
  const clip = value as SpaceClip | null;
  if (clip?.format !== 'space-clip' || !Array.isArray(clip.elements)) return null;
  if (!clip.elements.every((one) => bodySchema.safeParse(one).success)) return null;
  return clip.diagramId === diagramId
    ? clip
    : { ...clip, elements: clip.elements.filter(({ type }) => type !== 'model') };
}

/** Pastes a copy a metre beside the place it was copied from, with new names. `left` = so many had no room in the space. */
export function pasteBodies(space: Space, clip: SpaceClip): { space: Space; ids: Set<string>; left: number } {
  const taken = new Set(space.elements.map(({ id }) => id));
  const floors = new Set(space.floors.map(({ id }) => id));
  const usual = space.floors[0]?.id ?? '';
  const room = clip.elements.slice(0, Math.max(0, MOST_BODIES - space.elements.length));
  const fresh = room.map((one): SpaceBody => {
    const id = nextId(taken, taken.size + 1);
    taken.add(id);
    const { group: _group, ...rest } = one;
    return {
      ...rest,
      id,
      floor: floors.has(one.floor) ? one.floor : usual,
      x: placed(one.x + 1),
      y: placed(one.y + 1),
    } as SpaceBody;
  });
  return {
    space: { ...space, elements: [...space.elements, ...fresh] },
    ids: new Set(fresh.map(({ id }) => id)),
    left: clip.elements.length - fresh.length,
  };
}

/** Adds a floor above the others, as high as the last one. */
export function addFloor(space: Space, name: string): { space: Space; id: string } {
  const taken = new Set(space.floors.map(({ id }) => id));
  let n = space.floors.length;
  while (taken.has(`f${n}`)) n++;
  const [top, below] = space.floors.toSorted((a, b) => b.z - a.z);
  const z = placed((top?.z ?? 0) + (top && below ? top.z - below.z : 4));
  const floor: Floor = { id: `f${n}`, name, z };
  return { space: { ...space, floors: [...space.floors, floor] }, id: floor.id };
}
