import type { ElementOf, Scene, SceneElement, WireEnd } from '#contract/scene/scene.ts';
import { elementsOf, endPlace, type Point, portAt } from '../geometry.ts';
import { symbolOf } from '../symbol/symbols.ts';
import { add, set } from './act.ts';
import { nearestEnd } from './bind.ts';
import { nextId } from './copy.ts';

/** What came into a scene, and the scene with it. */
export interface Inserted {
  readonly scene: Scene;
  readonly id: string;
}

/** px between what is put below each other, and between feeders of a bus. */
const GAP = 20;
const FEEDER = 60;
/** px within which a port takes hold of another. */
export const HOLD = 12;

const onGrid = (value: number): number => Math.round(value / 10) * 10;
const idIn = (scene: Scene): string =>
  nextId(new Set(scene.elements.map(({ id }) => id)), scene.elements.length + 1);

/** Puts a symbol at a place, on the grid. */
export function insertAt(scene: Scene, symbol: string, { x, y }: Point, layer: string): Inserted {
  const id = idIn(scene);
  return { id, scene: add(scene, [{ id, type: 'symbol', layer, symbol, x: onGrid(x), y: onGrid(y) }]) };
}

/**
 * Puts a symbol behind another element and joins both: below its free port, or as the next feeder of a bus, which grows
 * where it must. Null = nothing can be joined to it.
 */
export function insertAfter(
  scene: Scene,
  symbol: string,
  afterId: string,
  layers: { readonly symbol: string; readonly wire: string },
): Inserted | null {
  const after = elementsOf(scene).get(afterId);
  const made = symbolOf(symbol);
  const [first] = made?.ports ?? [];
  if (!after || !made || !first) return null;
  if (after.type === 'bus') return onBus(scene, symbol, after, first, layers);
  if (after.type !== 'symbol') return null;
  const free = freePort(scene, after);
  if (!free) return null;
  const [dx, dy] = WAYS[free.out];
  // The symbol's own first port looks the other way: turned until it does.
  const turn = turnTo(first.out, free.out);
  const bare: ElementOf<'symbol'> = {
    id: idIn(scene),
    type: 'symbol',
    layer: layers.symbol,
    symbol,
    x: 0,
    y: 0,
    ...(turn === 0 ? {} : { turn }),
  };
  const port = portAt(bare, first.id) ?? { x: 0, y: 0 };
  const one = { ...bare, x: free.x + dx * GAP - port.x, y: free.y + dy * GAP - port.y };
  return joined(
    scene,
    one,
    { element: after.id, port: free.id },
    { element: one.id, port: first.id },
    layers.wire,
  );
}

const WAYS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
const ORDER = ['up', 'right', 'down', 'left'] as const;
type Way = keyof typeof WAYS;

/** Quarters by which a port that looks one way is turned to face a port that looks another. */
function turnTo(own: Way, facing: Way): 0 | 90 | 180 | 270 {
  const wanted = (ORDER.indexOf(facing) + 2) % 4;
  return ((((wanted - ORDER.indexOf(own) + 4) % 4) * 90) % 360) as 0 | 90 | 180 | 270;
}

function freePort(
  scene: Scene,
  one: ElementOf<'symbol'>,
): (Point & { readonly id: string; readonly out: Way }) | null {
  const used = new Set(
    scene.elements.flatMap((each) =>
      each.type === 'wire'
        ? [each.from, each.to].flatMap((end) => ('port' in end && end.element === one.id ? [end.port] : []))
        : [],
    ),
  );
  const ports = (symbolOf(one.symbol)?.ports ?? []).filter(({ id }) => !used.has(id));
  // What leads away from the source stands last.
  const last = ports.at(-1);
  const at = last && portAt(one, last.id);
  return last && at ? { ...at, id: last.id } : null;
}

function onBus(
  scene: Scene,
  symbol: string,
  bus: ElementOf<'bus'>,
  first: { readonly id: string; readonly x: number; readonly y: number },
  layers: { readonly symbol: string; readonly wire: string },
): Inserted {
  const taken = scene.elements.flatMap((one) =>
    one.type === 'wire'
      ? [one.from, one.to].flatMap((end) => ('at' in end && end.element === bus.id ? [end.at] : []))
      : [],
  );
  const at = taken.length === 0 ? Math.min(40, bus.length / 2) : Math.max(...taken) + FEEDER;
  const grown = at > bus.length ? set(scene, new Set([bus.id]), { length: at + 40 }) : scene;
  const id = idIn(grown);
  const upright = bus.turn === 90;
  const one: ElementOf<'symbol'> = upright
    ? { id, type: 'symbol', layer: layers.symbol, symbol, x: bus.x + GAP - first.y, y: bus.y + at, turn: 270 }
    : { id, type: 'symbol', layer: layers.symbol, symbol, x: bus.x + at - first.x, y: bus.y + GAP - first.y };
  return joined(grown, one, { element: bus.id, at }, { element: id, port: first.id }, layers.wire);
}

function joined(scene: Scene, one: SceneElement, from: WireEnd, to: WireEnd, layer: string): Inserted {
  const placed = add(scene, [one]);
  const wire: SceneElement = { id: idIn(placed), type: 'wire', layer, from, to };
  return { id: one.id, scene: add(placed, [wire]) };
}

/**
 * Lets the ports of a symbol take hold of what is near: the symbol is moved onto it, and joined by a wire where it was not
 * before. The same scene where nothing is near.
 */
export function takeHold(scene: Scene, id: string, layer: string): Scene {
  const elements = elementsOf(scene);
  const one = elements.get(id);
  if (one?.type !== 'symbol') return scene;
  for (const { id: portId } of symbolOf(one.symbol)?.ports ?? []) {
    const port = portAt(one, portId);
    if (!port) continue;
    const end = nearestEnd(scene, port, HOLD, id);
    const at = end && endPlace(end, elements);
    if (!end || !at || !('element' in end)) continue;
    const known = scene.elements.some(
      (each) =>
        each.type === 'wire' &&
        [each.from, each.to].some((e) => 'element' in e && e.element === id) &&
        [each.from, each.to].some((e) => 'element' in e && e.element === end.element),
    );
    if (known) continue;
    const moved = set(scene, new Set([id]), { x: one.x + at.x - port.x, y: one.y + at.y - port.y });
    return add(moved, [
      { id: idIn(moved), type: 'wire', layer, from: end, to: { element: id, port: portId } },
    ]);
  }
  return scene;
}

/** What is put on a sheet beside symbols, by its kind, at a place. */
export function insertPlain(
  scene: Scene,
  kind: 'bus' | 'text' | 'value' | 'bar' | 'trend' | 'button' | 'link' | 'rect' | 'line',
  at: Point,
  layer: string,
  words: string,
): Inserted {
  const id = idIn(scene);
  const [x, y] = [onGrid(at.x), onGrid(at.y)];
  const common = { id, layer, x, y };
  const made: Record<typeof kind, SceneElement> = {
    bus: { ...common, type: 'bus', length: 300 },
    text: { ...common, type: 'text', text: words },
    value: { ...common, type: 'value' },
    bar: { ...common, type: 'bar', w: 120, h: 14, least: 0, most: 100 },
    trend: { ...common, type: 'trend', w: 200, h: 70, hours: 24 },
    button: { ...common, type: 'button', w: 90, h: 30, text: words, to: '/SDNMonitoring/OneLine' },
    link: { ...common, type: 'link', text: words, to: '/SDNMonitoring/OneLine' },
    rect: { ...common, type: 'shape', shape: 'rect', w: 160, h: 100 },
    line: { ...common, type: 'shape', shape: 'line', w: 160, h: 1 },
  };
  return { id, scene: add(scene, [made[kind]]) };
}
