import { EDITABLE, type Scene, type SceneElement, type WireEnd } from '#contract/scene/scene.ts';
import { around, type Box, boundsOf, elementsOf } from '../geometry.ts';

/** Every act is a function from a scene to a scene: elements that it does not touch stay the same objects. */

type Ids = ReadonlySet<string>;

/** Changes some elements. */
export function changed(scene: Scene, ids: Ids, change: (one: SceneElement) => SceneElement): Scene {
  let touched = false;
  const elements = scene.elements.map((one) => {
    if (!ids.has(one.id)) return one;
    const after = change(one);
    touched ||= after !== one;
    return after;
  });
  return touched ? { ...scene, elements } : scene;
}

/** Chosen elements with all of their groups. */
export function withGroups(scene: Scene, ids: Ids): Set<string> {
  const groups = new Set(
    scene.elements.flatMap((one) => (ids.has(one.id) && one.group !== undefined ? [one.group] : [])),
  );
  return new Set(
    scene.elements.flatMap((one) =>
      ids.has(one.id) || (one.group !== undefined && groups.has(one.group)) ? [one.id] : [],
    ),
  );
}

const byHand = (one: SceneElement): { moved?: true } => (one.origin === undefined ? {} : { moved: true });

/** An element after a person changed it, with what of its drawing it was. */
export function editedByHand(before: SceneElement, after: SceneElement): SceneElement {
  if (before.origin === undefined) return after;
  const valueOf = (one: SceneElement, key: string) => JSON.stringify((one as Record<string, unknown>)[key]);
  const edited = EDITABLE.filter(
    (key) => after.edited?.includes(key) || valueOf(before, key) !== valueOf(after, key),
  );
  return edited.length === 0 ? after : { ...after, edited };
}

/** Moves elements; wires that join two of them keep their corners, the ends of the others follow. */
export function move(scene: Scene, ids: Ids, dx: number, dy: number): Scene {
  if (dx === 0 && dy === 0) return scene;
  const rides = (end: WireEnd): boolean => !('x' in end) && ids.has(end.element);
  const elements = scene.elements.map((one): SceneElement => {
    if (one.type !== 'wire')
      return ids.has(one.id) ? { ...one, x: one.x + dx, y: one.y + dy, ...byHand(one) } : one;
    const chosen = ids.has(one.id);
    if (!chosen && !(rides(one.from) && rides(one.to))) return one;
    const free = (end: WireEnd): WireEnd => ('x' in end && chosen ? { x: end.x + dx, y: end.y + dy } : end);
    const loose = 'x' in one.from || 'x' in one.to || (rides(one.from) && rides(one.to));
    const bends =
      one.bends && loose ? { bends: one.bends.map(({ x, y }) => ({ x: x + dx, y: y + dy })) } : {};
    const after = { ...one, from: free(one.from), to: free(one.to), ...bends };
    return JSON.stringify(after) === JSON.stringify(one) ? one : { ...after, ...byHand(one) };
  });
  return elements.some((one, i) => one !== scene.elements[i]) ? { ...scene, elements } : scene;
}

/** Gives an element another size; symbols keep their proportions. */
export function resize(scene: Scene, id: string, { x, y, w, h }: Box): Scene {
  const least = (length: number): number => Math.max(4, Math.round(length));
  return changed(scene, new Set([id]), (one) => {
    if (one.type === 'bus') return { ...one, x, y, length: least(one.turn === 90 ? h : w), ...byHand(one) };
    if (one.type === 'symbol') {
      const now = boundsOf(one, new Map());
      const scale = Math.min(8, Math.max(0.25, (one.scale ?? 1) * Math.max(w / now.w, h / now.h)));
      return { ...one, x: x + w / 2, y: y + h / 2, scale: Math.round(scale * 100) / 100, ...byHand(one) };
    }
    if (one.type === 'text' || one.type === 'value' || one.type === 'link')
      return { ...one, size: Math.min(200, Math.max(4, Math.round(h / 1.3))), ...byHand(one) };
    return 'w' in one ? { ...one, x, y, w: least(w), h: least(h), ...byHand(one) } : one;
  });
}

/** Turns symbols and buses by a quarter to the right, each about its own middle. */
export const turn = (scene: Scene, ids: Ids): Scene =>
  changed(scene, ids, (one) => {
    if (one.type === 'symbol')
      return { ...one, turn: (((one.turn ?? 0) + 90) % 360) as 0 | 90 | 180 | 270, ...byHand(one) };
    return one.type === 'bus' ? { ...one, turn: one.turn === 90 ? 0 : 90, ...byHand(one) } : one;
  });

export const mirror = (scene: Scene, ids: Ids): Scene =>
  changed(scene, ids, (one) => {
    if (one.type !== 'symbol') return one;
    const { mirrored, ...rest } = one;
    return { ...rest, ...(mirrored ? {} : { mirrored: true as const }), ...byHand(one) };
  });

export type Edge = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

const placed = (scene: Scene, ids: Ids): { one: SceneElement; box: Box }[] => {
  const elements = elementsOf(scene);
  return scene.elements
    .filter((one) => ids.has(one.id) && one.type !== 'wire')
    .map((one) => ({ one, box: boundsOf(one, elements) }));
};

function shifted(scene: Scene, shifts: ReadonlyMap<string, readonly [dx: number, dy: number]>): Scene {
  return changed(scene, new Set(shifts.keys()), (one) => {
    const [dx, dy] = shifts.get(one.id) ?? [0, 0];
    if (one.type === 'wire' || (dx === 0 && dy === 0)) return one;
    return { ...one, x: one.x + dx, y: one.y + dy, ...byHand(one) };
  });
}

/** Brings elements to one edge, or middle, of the box around them. */
export function align(scene: Scene, ids: Ids, edge: Edge): Scene {
  const list = placed(scene, ids);
  if (list.length < 2) return scene;
  const all = around(list.map(({ box }) => box));
  const shift = ({ x, y, w, h }: Box): readonly [number, number] => {
    switch (edge) {
      case 'left':
        return [all.x - x, 0];
      case 'centre':
        return [all.x + all.w / 2 - (x + w / 2), 0];
      case 'right':
        return [all.x + all.w - (x + w), 0];
      case 'top':
        return [0, all.y - y];
      case 'middle':
        return [0, all.y + all.h / 2 - (y + h / 2)];
      case 'bottom':
        return [0, all.y + all.h - (y + h)];
    }
  };
  return shifted(scene, new Map(list.map(({ one, box }) => [one.id, shift(box)])));
}

/** Makes the room between elements equal, side by side or one below the other; the outer two stay. */
export function distribute(scene: Scene, ids: Ids, axis: 'x' | 'y'): Scene {
  const side = axis === 'x' ? 'w' : 'h';
  const length = (box: Box): number => box[side];
  const list = placed(scene, ids).toSorted((a, b) => a.box[axis] - b.box[axis]);
  const [first] = list;
  const last = list.at(-1);
  if (list.length < 3 || !first || !last) return scene;
  const taken = list.reduce((sum, { box }) => sum + length(box), 0);
  const gap = (last.box[axis] + last.box[side] - first.box[axis] - taken) / (list.length - 1);
  let at = first.box[axis];
  const shifts = list.map(({ one, box }) => {
    const by = at - box[axis];
    at += box[side] + gap;
    return [one.id, axis === 'x' ? ([by, 0] as const) : ([0, by] as const)] as const;
  });
  return shifted(scene, new Map(shifts));
}

/** Removes elements, and the wires that are fastened to them. */
export function remove(scene: Scene, ids: Ids): Scene {
  const hangs = (end: WireEnd): boolean => !('x' in end) && ids.has(end.element);
  const elements = scene.elements.filter(
    (one) => !ids.has(one.id) && !(one.type === 'wire' && (hangs(one.from) || hangs(one.to))),
  );
  return elements.length === scene.elements.length ? scene : { ...scene, elements };
}

export const add = (scene: Scene, elements: readonly SceneElement[]): Scene =>
  elements.length === 0 ? scene : { ...scene, elements: [...scene.elements, ...elements] };

/** Puts elements before or behind all others. */
export function order(scene: Scene, ids: Ids, to: 'front' | 'back'): Scene {
  const chosen = scene.elements.filter((one) => ids.has(one.id));
  const rest = scene.elements.filter((one) => !ids.has(one.id));
  const elements = to === 'front' ? [...rest, ...chosen] : [...chosen, ...rest];
  return elements.every((one, i) => one === scene.elements[i]) ? scene : { ...scene, elements };
}

export function group(scene: Scene, ids: Ids): Scene {
  if (ids.size < 2) return scene;
  const used = new Set(scene.elements.flatMap((one) => one.group ?? []));
  let n = 1;
  while (used.has(`g${n}`)) n++;
  return changed(scene, ids, (one) => ({ ...one, group: `g${n}` }));
}

export const ungroup = (scene: Scene, ids: Ids): Scene =>
  changed(scene, withGroups(scene, ids), (one) => {
    if (one.group === undefined) return one;
    const { group: _group, ...rest } = one;
    return rest as SceneElement;
  });

/** Changes properties of elements; undefined takes one away. */
export const set = (scene: Scene, ids: Ids, values: Readonly<Record<string, unknown>>): Scene =>
  changed(scene, ids, (one) => {
    const after: Record<string, unknown> = { ...one, ...values };
    for (const [key, value] of Object.entries(values)) if (value === undefined) delete after[key];
    return JSON.stringify(after) === JSON.stringify(one) ? one : editedByHand(one, after as SceneElement);
  });
