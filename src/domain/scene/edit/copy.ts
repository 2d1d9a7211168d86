import type { Scene, SceneElement, WireEnd } from '#contract/scene/scene.ts';
import { element } from '#contract/scene/sceneSchema.ts';

/** A new name for an element: `e1`, `e2` … */
export function nextId(taken: ReadonlySet<string>, from = 1): string {
  let n = from;
  while (taken.has(`e${n}`)) n++;
  return `e${n}`;
}

/** What was copied: elements with the wires among them, as they are. */
export interface Clip {
  readonly format: 'scene-clip';
  readonly elements: readonly SceneElement[];
}

/** Copies elements; a wire goes with them where both its ends do. */
export function copyOf(scene: Scene, ids: ReadonlySet<string>): Clip {
  const rides = (end: WireEnd): boolean => 'x' in end || ids.has(end.element);
  return {
    format: 'scene-clip',
    elements: scene.elements.filter((one) =>
      one.type === 'wire'
        ? (ids.has(one.id) || hangsOn(one.from, ids)) && rides(one.from) && rides(one.to)
        : ids.has(one.id),
    ),
  };
}

const hangsOn = (end: WireEnd, ids: ReadonlySet<string>): boolean => !('x' in end) && ids.has(end.element);

/**
 * Pastes a copy into a scene, also one of another diagram: new names, so much beside the place it was copied from. What it
 * was drawn from stays with the original. @returns the scene and the ids of what came in
 */
export function paste(scene: Scene, clip: Clip, dx: number, dy: number): { scene: Scene; ids: Set<string> } {
  const taken = new Set(scene.elements.map(({ id }) => id));
  const groups = new Set(scene.elements.flatMap((one) => one.group ?? []));
  const names = new Map<string, string>();
  const groupNames = new Map<string, string>();
  for (const one of clip.elements) {
    const id = nextId(taken, taken.size + 1);
    taken.add(id);
    names.set(one.id, id);
    if (one.group === undefined || groupNames.has(one.group)) continue;
    let n = 1;
    while (groups.has(`g${n}`)) n++;
    groups.add(`g${n}`);
    groupNames.set(one.group, `g${n}`);
  }
  const layers = new Set(scene.layers.map(({ id }) => id));
  const usual = scene.layers.at(-1)?.id ?? '';
  const end = (of: WireEnd): WireEnd =>
    'x' in of ? { x: of.x + dx, y: of.y + dy } : { ...of, element: names.get(of.element) ?? of.element };
  const fresh = clip.elements.map((one): SceneElement => {
    const { origin: _origin, moved: _moved, edited: _edited, group, ...rest } = one;
    const common = {
      id: names.get(one.id) ?? one.id,
      layer: layers.has(one.layer) ? one.layer : usual,
      ...(group === undefined ? {} : { group: groupNames.get(group) ?? group }),
    };
    if (rest.type === 'wire')
      return {
        ...rest,
        ...common,
        from: end(rest.from),
        to: end(rest.to),
        ...(rest.bends ? { bends: rest.bends.map(({ x, y }) => ({ x: x + dx, y: y + dy })) } : {}),
      };
    return { ...rest, ...common, x: rest.x + dx, y: rest.y + dy } as SceneElement;
  });
  return {
    scene: { ...scene, elements: [...scene.elements, ...fresh] },
    ids: new Set(fresh.map(({ id }) => id)),
  };
}

/** What was kept as a copy of elements; null = it is none. Where its wires lead is checked when the scene is saved. */
export function clipOf(value: unknown): Clip | null {
  const clip = value as Clip | null;
  const whole = clip?.format === 'scene-clip' && Array.isArray(clip.elements);
  return whole && clip.elements.every((one) => element.safeParse(one).success) ? clip : null;
}
