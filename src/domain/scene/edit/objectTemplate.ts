import type { Binding } from '#contract/scene/binding.ts';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Point } from '../geometry.ts';
import { symbolOf } from '../symbol/symbols.ts';
import { add } from './act.ts';
import { nextId } from './copy.ts';

/** A meter of an object, as far as its template binds it. */
interface TemplateMeter {
  readonly ammeterId: number;
  /** Of electricity: it tells power; others tell a flow. */
  readonly electric: boolean;
}

/** A monitored object that is put on a sheet. */
export interface TemplateObject {
  readonly name: string;
  /** Code of its type; null = it has none. */
  readonly typeCode: string | null;
  /** The first is the one that its values are of. */
  readonly meters: readonly TemplateMeter[];
  /** The signal point of its breaker; null = nothing tells it. */
  readonly breakerId: number | null;
}

/** What stands for an object, from the top down, and which item codes are told beside it. */
interface Template {
  readonly symbols: readonly string[];
  /** Which of the symbols is the object itself: it carries the name and the alarm. */
  readonly self: number;
  /** Item codes with their signs, of electric meters. */
  readonly items: readonly (readonly [code: string, sign: string, decimals: number])[];
  /** The share of the rated power is told too. */
  readonly share?: true;
}

const POWER = ['PZ', 'P', 0] as const;
const FACTOR = ['FZ', 'cos φ', 2] as const;
const CURRENT = ['IA', 'I', 1] as const;
const VOLTAGE = ['UA', 'U', 1] as const;
const motor = (self: string): Template => ({
  symbols: ['breaker', 'meter', self],
  self: 2,
  items: [POWER, CURRENT],
  share: true,
});

/** Templates by the code of the type of objects. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  transformer: {
    symbols: ['breaker', 'transformer2', 'meter'],
    self: 1,
    items: [POWER, FACTOR],
    share: true,
  },
  cabinet: { symbols: ['breaker', 'meter', 'panel'], self: 2, items: [POWER, CURRENT, VOLTAGE] },
  feeder: { symbols: ['breaker', 'meter', 'load'], self: 2, items: [POWER, CURRENT], share: true },
  compressor: motor('motor'),
  chiller: motor('motor'),
  boiler: { symbols: ['boiler'], self: 0, items: [POWER] },
};
/** Of types without a template of their own. */
const USUAL: Template = { symbols: ['panel'], self: 0, items: [POWER], share: true };

/** px between symbols, from the symbols to the values, and between values. */
const GAP = 20;
const BESIDE = 34;
const LINE = 18;

const told = (source: Binding['source'], decimals: number): Binding => ({
  source,
  map: { kind: 'format', decimals, unit: null },
});

/** Bindings of a symbol of an object: the position of its breaker, and the alarms of its meter. */
function bindingsOf(symbol: string, isSelf: boolean, object: TemplateObject): Binding[] {
  const [meter] = object.meters;
  const list: Binding[] = [];
  if (symbol === 'breaker' && object.breakerId !== null)
    list.push({
      source: { kind: 'signal', signalPointId: object.breakerId },
      map: {
        kind: 'range',
        ranges: [
          { from: 1, to: 1, look: 'closed' },
          { from: 0, to: 0, look: 'open' },
        ],
      },
    });
  if (isSelf && meter)
    list.push({
      source: { kind: 'alarm', ammeterId: meter.ammeterId },
      map: {
        kind: 'range',
        ranges: [
          { from: 1, to: 2, look: 'alarm' },
          { from: 3, to: 4, look: 'warning' },
        ],
      },
    });
  return list;
}

/** The values beside an object, each with its sign. */
function valuesOf({ items, share }: Template, [meter]: readonly TemplateMeter[]) {
  if (!meter) return [];
  const { ammeterId, electric } = meter;
  const codes = electric ? items : ([['FL', 'Q', 1]] as const);
  return [
    ...codes.map(([dataCode, label, decimals]) => ({
      label,
      bindings: [told({ kind: 'item', ammeterId, dataCode }, decimals)],
    })),
    ...(share && electric
      ? [{ label: '%', bindings: [told({ kind: 'figure', ammeterId, figure: 'loadShare' }, 0)] }]
      : []),
  ];
}

/** The layers of a picture that a template goes to. */
interface Layers {
  readonly symbol: string;
  readonly wire: string;
  readonly note: string;
}

/** A template on its way to the sheet. */
interface Putting {
  readonly template: Template;
  readonly object: TemplateObject;
  /** The middle of its top, on the grid. */
  readonly at: Point;
  readonly layers: Layers;
  readonly group: string;
  /** A name that nothing has yet. */
  readonly fresh: () => string;
}

/** The symbols one below the other, and the wires that join them. */
function stackOf({ template, object, at: { x, y: top }, layers, group, fresh }: Putting): SceneElement[] {
  const symbols: SceneElement[] = [];
  const wires: SceneElement[] = [];
  let y = top;
  let before: { readonly element: string; readonly port: string } | null = null;
  for (const [i, symbol] of template.symbols.entries()) {
    const figure = symbolOf(symbol);
    if (!figure) continue;
    const isSelf = i === template.self;
    const bindings = bindingsOf(symbol, isSelf, object);
    const [id, [inward, ...outward]] = [fresh(), figure.ports];
    y += figure.h / 2;
    symbols.push({
      id,
      group,
      type: 'symbol',
      layer: layers.symbol,
      symbol,
      x,
      y,
      ...(isSelf ? { label: object.name, labelSide: 'left' as const } : {}),
      ...(bindings.length > 0 ? { bindings } : {}),
    });
    y += figure.h / 2 + GAP;
    if (before && inward) {
      const to = { element: id, port: inward.id };
      wires.push({ id: fresh(), group, type: 'wire', layer: layers.wire, from: before, to });
    }
    const out = outward.at(-1);
    before = out ? { element: id, port: out.id } : null;
  }
  return [...wires, ...symbols];
}

/**
 * Puts the template of an object's type on a sheet: a group of joined symbols with their bindings set by item code, and its values
 * beside. @param at the middle of its top @returns the scene and the new elements
 */
export function putObject(
  scene: Scene,
  object: TemplateObject,
  at: Point,
  layers: Layers,
): { readonly scene: Scene; readonly ids: readonly string[] } {
  const taken = new Set(scene.elements.map(({ id }) => id));
  const fresh = (): string => {
    const id = nextId(taken, scene.elements.length + 1);
    taken.add(id);
    return id;
  };
  const template = TEMPLATES[object.typeCode ?? ''] ?? USUAL;
  const [x, y] = [Math.round(at.x / 10) * 10, Math.round(at.y / 10) * 10];
  const group = fresh();
  const stack = stackOf({ template, object, at: { x, y }, layers, group, fresh });
  const values = valuesOf(template, object.meters).map((value, i): SceneElement => ({
    id: fresh(),
    group,
    type: 'value',
    layer: layers.note,
    x: x + BESIDE,
    y: y + LINE * (i + 1),
    ...value,
  }));
  const elements = [...stack, ...values];
  return { scene: add(scene, elements), ids: elements.map(({ id }) => id) };
}
