import type { ElementOf, Layer, Scene, SceneElement } from '#contract/scene/scene.ts';
import { MOST_ELEMENTS } from '#contract/scene/scene.ts';
import { alarm, item, position, share } from './drawnBinding.ts';
import { keepByHand, type Redrawn } from './redraw.ts';
import { layTree, type Tree } from './layTree.ts';

/** A meter of a site as the archive tells it. */
export interface LineMeter {
  readonly ammeterId: number;
  readonly code: string;
  readonly name: string;
  readonly parentId: number | null;
  readonly ratedPower: number | null;
  readonly transformer: boolean;
  readonly capacity: number | null;
}
interface LinePoint {
  readonly signalPointId: number;
  readonly kind: string;
  readonly ammeterId: number | null;
}
export interface LineNetwork {
  readonly meters: readonly LineMeter[];
  readonly points: readonly LinePoint[];
  /** Meters of the site that the archive did not tell, as they are too many. */
  readonly leftOut?: number;
}

/** Layers of a picture that draws itself, from the lowest. */
export const LAYERS: readonly Layer[] = [
  { id: 'wire', name: '连线 Wires' },
  { id: 'device', name: '设备 Equipment' },
  { id: 'note', name: '标注与数值 Notes' },
];
/** More meters than these are drawn without their breakers and loads, so that the scene stays within its limit. */
export const MOST_IN_FULL = 500;
/** What can be drawn on one sheet at all, of which a part stays free for what people draw: two elements a meter. */
const MOST_DRAWN = MOST_ELEMENTS - 100;
const MOST_ON_SHEET = MOST_DRAWN / 2;

export const BREAKER = '1';
const TRANSFORMER = /主变|变压器|transformer/i;
const KILOVOLTS = /(\d+(?:\.\d+)?)\s*kV/i;
/** Room of a bay, px. */
const LEAF = 84;
const INNER = 210;
/** Room between a bus and what hangs on it, and the heights of what stands in a bay, px. */
const Y = { supply: 80, breaker: 40, transformer: 120, meter: 100, load: 60, bus: 70 } as const;

/** A diagram that drew itself. */
export interface Drawn extends Redrawn {
  /** Meters that it shows, and those for which there was no room. */
  readonly meters: number;
  readonly leftOut: number;
}

/**
 * The one-line diagram of a site: supply, then down the tree of its meters their breakers, transformers, buses and loads,
 * with bindings set. What was moved by hand in `before` stays where it is, what was set or drawn by hand stays.
 */
export function oneLineOf(network: LineNetwork, before: Scene | null): Drawn {
  const meters = network.meters.slice(0, MOST_ON_SHEET);
  const full = meters.length <= MOST_IN_FULL;
  const tree = layTree(meters, ({ inner }) => (inner ? (full ? INNER : LEAF) : LEAF));
  const breakers = new Map(
    network.points.flatMap(({ kind, ammeterId, signalPointId }) =>
      kind === BREAKER && ammeterId !== null ? [[ammeterId, signalPointId] as const] : [],
    ),
  );
  const drawing = new Drawing(tree, breakers, full);
  if (2 * meters.length + tree.roots.length > MOST_DRAWN && !full) drawing.onOneSupply(tree.roots);
  else for (const root of tree.roots) drawing.root(root);
  const { elements } = drawing;
  const width = Math.max(1200, tree.width + 2 * LEAF);
  const height = Math.max(800, drawing.lowest + 160);
  const fresh: Scene = {
    format: 1,
    width: Math.ceil(width),
    height: Math.ceil(height),
    layers: [...LAYERS],
    elements,
  };
  return {
    ...keepByHand(fresh, before, new Set(network.points.map((one) => one.signalPointId))),
    meters: meters.length,
    leftOut: network.meters.length - meters.length + (network.leftOut ?? 0),
  };
}

type From = ElementOf<'wire'>['from'];

/** Draws the bays of a tree from the top down. */
class Drawing {
  readonly elements: SceneElement[] = [];
  lowest = 0;
  readonly #tree: Tree<LineMeter>;
  readonly #breakers: ReadonlyMap<number, number>;
  readonly #full: boolean;

  constructor(tree: Tree<LineMeter>, breakers: ReadonlyMap<number, number>, full: boolean) {
    this.#tree = tree;
    this.#breakers = breakers;
    this.#full = full;
  }

  root(meter: LineMeter): void {
    const id = `m${meter.ammeterId}.supply`;
    const kv = KILOVOLTS.exec(meter.name)?.[1];
    const x = this.#x(meter);
    this.#add({
      id,
      type: 'symbol',
      layer: 'device',
      symbol: 'supply',
      x,
      y: Y.supply,
      origin: `meter:${meter.ammeterId}/supply`,
      ...(kv === undefined ? {} : { kv: Number(kv) }),
    });
    this.#bay(meter, Y.supply + 20, { element: id, port: 'b' });
  }

  /** An archive without a hierarchy has more roots than a sheet has room for supplies: they hang on a bus of one. */
  onOneSupply(roots: readonly LineMeter[]): void {
    const xs = roots.map((root) => this.#x(root));
    const x = Math.min(...xs) - 40;
    const y = Y.supply + Y.bus;
    const bus = 'supply.bus';
    this.#symbol('supply', 'supply', x + 40, Y.supply, { origin: 'site/supply' });
    this.#add({ id: bus, type: 'bus', layer: 'device', x, y, length: Math.max(...xs) + 40 - x, origin: 'site/bus' }); // prettier-ignore
    this.#add({
      id: 'supply.w1',
      type: 'wire',
      layer: 'wire',
      from: { element: 'supply', port: 'b' },
      to: { element: bus, at: 40 },
      origin: 'site/w1',
    });
    for (const root of roots) this.#bay(root, y, { element: bus, at: this.#x(root) - x });
  }

  /** A meter with all that hangs on it. @param top y at which its wire begins */
  #bay(meter: LineMeter, top: number, from: From): void {
    // A chain may be longer than calls may nest.
    const waiting: { meter: LineMeter; top: number; from: From }[] = [{ meter, top, from }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const below = this.#full
        ? this.#fullBay(next.meter, next.top, next.from)
        : this.#shortBay(next.meter, next.top, next.from);
      for (const child of this.#tree.children(next.meter))
        waiting.push({ meter: child, top: below.y, from: below.from(child) });
    }
  }

  #fullBay(meter: LineMeter, top: number, from: From): { y: number; from: (child: LineMeter) => From } {
    const { ammeterId } = meter;
    const x = this.#x(meter);
    const children = this.#tree.children(meter);
    const inner = children.length > 0;
    const breaker = `m${ammeterId}.breaker`;
    const point = this.#breakers.get(ammeterId);
    let y = top + Y.breaker;
    this.#symbol(breaker, 'breaker', x, y, {
      origin: `meter:${ammeterId}/breaker`,
      ...(point === undefined ? {} : { bindings: [position(point)] }),
    });
    this.#wire(`m${ammeterId}.w1`, from, { element: breaker, port: 'a' }, meter);
    let last: From = { element: breaker, port: 'b' };
    if (inner && (meter.transformer || TRANSFORMER.test(meter.name))) {
      const id = `m${ammeterId}.transformer`;
      const kva = meter.capacity ?? undefined;
      this.#symbol(id, 'transformer2', x, top + Y.transformer, {
        origin: `meter:${ammeterId}/transformer`,
        ...(kva === undefined ? {} : { kva }),
        bindings: meter.ratedPower === null ? [] : share(ammeterId),
      });
      this.#wire(`m${ammeterId}.w2`, last, { element: id, port: 'a' }, meter);
      last = { element: id, port: 'b' };
      y = top + Y.transformer + 10;
    }
    const meterY = y + Y.meter - 40;
    const named = inner
      ? { label: '{code} / {name}', labelRoom: INNER / 2 - 20, bindings: [item(ammeterId), alarm(ammeterId)] }
      : {};
    this.#symbol(`m${ammeterId}`, 'meter', x, meterY, { origin: `meter:${ammeterId}`, ...named });
    this.#wire(`m${ammeterId}.w3`, last, { element: `m${ammeterId}`, port: 'a' }, meter);
    return inner ? this.#busBelow(meter, children, meterY) : this.#loadBelow(meter, meterY);
  }

  #loadBelow(meter: LineMeter, meterY: number): { y: number; from: (child: LineMeter) => From } {
    const { ammeterId } = meter;
    const id = `m${ammeterId}.load`;
    const y = meterY + Y.load;
    this.#symbol(id, loadOf(meter.name), this.#x(meter), y, {
      origin: `meter:${ammeterId}/load`,
      label: '{name} / {code}',
      labelRoom: LEAF - 4,
      labelSide: 'below',
      bindings: [item(ammeterId), ...(meter.ratedPower === null ? [] : share(ammeterId)), alarm(ammeterId)],
    });
    this.#wire(
      `m${ammeterId}.w4`,
      { element: `m${ammeterId}`, port: 'b' },
      { element: id, port: 'a' },
      meter,
    );
    return { y, from: () => ({ element: id, port: 'a' }) };
  }

  #busBelow(
    meter: LineMeter,
    children: readonly LineMeter[],
    meterY: number,
  ): { y: number; from: (child: LineMeter) => From } {
    const id = `m${meter.ammeterId}.bus`;
    const xs = [this.#x(meter), ...children.map((child) => this.#x(child))];
    const x = Math.min(...xs) - 40;
    const y = meterY + Y.bus;
    this.#add({
      id,
      type: 'bus',
      layer: 'device',
      x,
      y,
      length: Math.max(...xs) + 40 - x,
      origin: `meter:${meter.ammeterId}/bus`,
    });
    this.#wire(
      `m${meter.ammeterId}.w4`,
      { element: `m${meter.ammeterId}`, port: 'b' },
      { element: id, at: this.#x(meter) - x },
      meter,
    );
    return { y, from: (child) => ({ element: id, at: this.#x(child) - x }) };
  }

  /** The meter alone, on a wire of its own from the one above. */
  #shortBay(meter: LineMeter, top: number, from: From): { y: number; from: (child: LineMeter) => From } {
    const id = `m${meter.ammeterId}`;
    const y = top + 80;
    this.#symbol(id, 'meter', this.#x(meter), y, {
      origin: `meter:${meter.ammeterId}`,
      label: this.#tree.children(meter).length > 0 ? '{code}' : '{name}',
      labelRoom: this.#tree.children(meter).length > 0 ? 40 : LEAF - 4,
      labelSide: this.#tree.children(meter).length > 0 ? 'right' : 'below',
      bindings: [item(meter.ammeterId), alarm(meter.ammeterId)],
    });
    this.#wire(`m${meter.ammeterId}.w1`, from, { element: id, port: 'a' }, meter);
    return { y: y + 20, from: () => ({ element: id, port: 'b' }) };
  }

  #x(meter: LineMeter): number {
    return this.#tree.x(meter) + LEAF;
  }

  #symbol(id: string, symbol: string, x: number, y: number, rest: Partial<ElementOf<'symbol'>>): void {
    this.lowest = Math.max(this.lowest, y);
    this.#add({ id, type: 'symbol', layer: 'device', symbol, x, y, ...rest });
  }

  #wire(id: string, from: From, to: From, { ammeterId }: LineMeter): void {
    this.#add({
      id,
      type: 'wire',
      layer: 'wire',
      from,
      to,
      origin: `meter:${ammeterId}/${id.split('.')[1]}`,
    });
  }

  #add(one: SceneElement): void {
    this.elements.push(one);
  }
}

const LOADS: readonly (readonly [RegExp, string])[] = [
  [/电弧炉|精炼炉|arc furnace|ladle/i, 'arcFurnace'],
  [/感应炉|中频炉|induction/i, 'inductionFurnace'],
  [/充电|charg/i, 'charger'],
  [/照明|light/i, 'lighting'],
  [/电容|补偿|capacitor/i, 'capacitor'],
  [/办公|宿舍|楼|office|building|dormitor/i, 'building'],
  [/泵|风机|压缩|空压|制氧|轧机|冷水|水机|连铸|pump|fan|compressor|mill|chiller|plant|caster/i, 'motor'],
];

/** The symbol of what a meter feeds, by its name. */
const loadOf = (name: string): string => LOADS.find(([words]) => words.test(name))?.[1] ?? 'load';
