import type { ElementOf, Scene, SceneElement, WireEnd } from '#contract/scene/scene.ts';
import { isDrawn } from './drawnBinding.ts';
import { elementsOf, endPlace } from './geometry.ts';

/** A picture that was drawn again, and what became of the one before. */
export interface Redrawn {
  readonly scene: Scene;
  /** Elements moved or changed by hand of which that stayed; that are new; that the archive no longer has, and wires that lost an end so. */
  readonly kept: number;
  readonly added: number;
  readonly gone: number;
}

/**
 * Draws a picture over the one before: elements are found by their origin; places of those that were moved, what people set
 * of them, bindings, and what has no origin stay as people left them.
 * @param points signal points that are in use
 */
export function keepByHand(fresh: Scene, before: Scene | null, points: ReadonlySet<number>): Redrawn {
  if (!before) return { scene: fresh, kept: 0, added: fresh.elements.length, gone: 0 };
  const known = new Map(
    before.elements.flatMap((one) => (one.origin === undefined ? [] : [[one.origin, one] as const])),
  );
  const taken = new Set<string>();
  let [kept, added] = [0, 0];
  const names = new Map<string, string>();
  const drawn = fresh.elements.map((one) => {
    const old = known.get(one.origin ?? '');
    if (!old || old.type !== one.type) {
      added++;
      return one;
    }
    taken.add(old.id);
    names.set(one.id, old.id);
    if (old.moved || old.edited) kept++;
    return withEdits(merged(one, old, points), old);
  });
  const own = before.elements.filter((one) => one.origin === undefined);
  const gone = before.elements.filter((one) => one.origin !== undefined && !taken.has(one.id)).length;
  const used = new Set(own.map(({ id }) => id));
  // A name that people gave to a drawing of theirs is theirs.
  const renamed = drawn.map((one) =>
    used.has(one.id) ? { ...one, id: freeName(one.id, used, names) } : one,
  );
  const linked = renamed.map((one) => (one.type === 'wire' ? withEnds(one, names) : one));
  const layers = [
    ...before.layers,
    ...fresh.layers.filter(({ id }) => !before.layers.some((one) => one.id === id)),
  ];
  const there = new Set([...linked, ...own].map(({ id }) => id));
  const loose = own.map((one) => withFreeEnds(one, there, before));
  return {
    scene: {
      ...fresh,
      width: Math.max(fresh.width, before.width),
      height: Math.max(fresh.height, before.height),
      layers,
      elements: [...linked, ...loose].filter((one) => !isLoose(one, there)),
    },
    kept,
    added,
    gone: gone + loose.filter((one, i) => one !== own[i]).length,
  };
}

/** Whether a wire is fastened to what is not there. */
const isLoose = (one: SceneElement, there: ReadonlySet<string>): boolean =>
  one.type === 'wire' && [one.from, one.to].some((end) => !('x' in end) && !there.has(end.element));

/** A wire of people's to what is gone ends where that was. */
function withFreeEnds(one: SceneElement, there: ReadonlySet<string>, before: Scene): SceneElement {
  if (one.type !== 'wire' || !isLoose(one, there)) return one;
  const places = elementsOf(before);
  const freed = (end: WireEnd): WireEnd => {
    const place = 'x' in end || there.has(end.element) ? null : endPlace(end, places);
    return place ? { x: place.x, y: place.y } : end;
  };
  return { ...one, from: freed(one.from), to: freed(one.to) };
}

function freeName(id: string, used: Set<string>, names: Map<string, string>): string {
  let free = `${id}.a`;
  while (used.has(free)) free = `${free}a`;
  used.add(free);
  names.set(id, free);
  return free;
}

function withEnds(wire: ElementOf<'wire'>, names: ReadonlyMap<string, string>): ElementOf<'wire'> {
  const named = (end: WireEnd): WireEnd =>
    'x' in end ? end : { ...end, element: names.get(end.element) ?? end.element };
  return { ...wire, from: named(wire.from), to: named(wire.to) };
}

/** What people set of an element stays, also where they took something away. */
function withEdits(one: SceneElement, old: SceneElement): SceneElement {
  const { edited } = old;
  if (!edited) return one;
  const after: Record<string, unknown> = { ...one, edited };
  for (const key of edited) {
    const value = (old as Record<string, unknown>)[key];
    if (value === undefined) delete after[key];
    else after[key] = value;
  }
  return after as SceneElement;
}

/**
 * Whether bindings are those of the archive. What people set is marked; before there were marks it is known by what no drawing
 * writes, and by a point in use at a breaker for which the archive has none.
 */
function followsArchive(fresh: SceneElement, old: SceneElement, points: ReadonlySet<number>): boolean {
  const bindings = old.bindings ?? [];
  const meter = Number(/^meter:(\d+)/.exec(old.origin ?? '')?.[1]);
  if (!isDrawn(bindings, meter)) return false;
  const lost = bindings.filter(({ source }) => source.kind === 'signal' && points.has(source.signalPointId));
  return lost.length === 0 || (fresh.bindings ?? []).some(({ source }) => source.kind === 'signal');
}

/** What is drawn now with what people did to its place before. */
function merged(fresh: SceneElement, old: SceneElement, points: ReadonlySet<number>): SceneElement {
  const common = {
    id: old.id,
    layer: old.layer,
    ...(old.group === undefined ? {} : { group: old.group }),
    ...(followsArchive(fresh, old, points) ? {} : { bindings: old.bindings }),
  };
  const { group: _group, ...rest } = fresh;
  // No drawing names a bus, or tells its voltage: a person did.
  const ofBus = old.type === 'bus' ? defined({ kv: old.kv, label: old.label }) : {};
  if (!old.moved) return { ...rest, ...common, ...ofBus } as SceneElement;
  const moved = { ...common, moved: true as const };
  if (fresh.type === 'wire' && old.type === 'wire')
    return { ...rest, ...moved, ...(old.bends ? { bends: old.bends } : {}) } as SceneElement;
  if (fresh.type === 'symbol' && old.type === 'symbol') {
    const { x, y, turn, scale, mirrored, labelSide, symbol } = old;
    return {
      ...rest,
      ...moved,
      x,
      y,
      symbol,
      ...defined({ turn, scale, mirrored, labelSide }),
    } as SceneElement;
  }
  if (fresh.type === 'bus' && old.type === 'bus') {
    const { x, y, length, turn } = old;
    return { ...rest, ...moved, x, y, length, ...defined({ turn }), ...ofBus } as SceneElement;
  }
  return { ...rest, ...moved } as SceneElement;
}

const defined = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
