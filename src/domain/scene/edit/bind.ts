import type { Binding, Source } from '#contract/scene/binding.ts';
import type { ElementOf, Picture, Scene, SceneElement, WireEnd } from '#contract/scene/scene.ts';
import { elementsOf, endPlace, portAt } from '../geometry.ts';
import { symbolOf } from '../symbol/symbols.ts';
import { add, changed, editedByHand } from './act.ts';
import { nextId } from './copy.ts';

/** Which sources a search of bindings finds: by their kind and id, or a code in place of another. */
export type Wanted = (source: Source) => boolean;

/** How often sources are bound that a search finds. */
export const bindingsFound = (scene: Scene, wanted: Wanted): number =>
  scene.elements.reduce(
    (sum, one) => sum + (one.bindings ?? []).filter(({ source }) => wanted(source)).length,
    0,
  );

/** Puts other sources in place of those that are found, in some elements alone or in all. */
export function replaceBindings(
  scene: Scene,
  wanted: Wanted,
  by: (source: Source) => Source,
  ids: ReadonlySet<string> | null = null,
): Scene {
  const all = ids ?? new Set(scene.elements.map(({ id }) => id));
  return changed(scene, all, (one) => {
    if (!one.bindings?.some(({ source }) => wanted(source))) return one;
    const bindings = one.bindings.map((each) =>
      wanted(each.source) ? { ...each, source: by(each.source) } : each,
    );
    return editedByHand(one, { ...one, bindings });
  });
}

/** The same binding of another meter. */
export const toMeter =
  (ammeterId: number) =>
  (source: Source): Source =>
    source.kind === 'signal' ? source : { ...source, ammeterId };

/** Ids of meters that any element binds. */
export const boundMeters = (scene: Picture): Set<number> =>
  new Set(
    scene.elements.flatMap(({ bindings }) =>
      (bindings ?? []).flatMap(({ source }) => ('ammeterId' in source ? [source.ammeterId] : [])),
    ),
  );

/** What an element shows of a meter that is dropped on it: power, share of the rated power, alarms. */
function meterBindings(ammeterId: number, rated: boolean): Binding[] {
  return [
    { source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
    ...(rated
      ? [
          {
            source: { kind: 'figure' as const, ammeterId, figure: 'loadShare' as const },
            map: { kind: 'format' as const, decimals: 0, unit: null },
          },
        ]
      : []),
    {
      source: { kind: 'alarm', ammeterId },
      map: {
        kind: 'range',
        ranges: [
          { from: 1, to: 2, look: 'alarm' },
          { from: 3, to: 4, look: 'warning' },
          { from: 0, to: 0, look: 'normal' },
        ],
      },
    },
  ];
}

/** Binds an element to a meter in place of what it told of another; its name becomes that of the meter where it has none. */
export const bindMeter = (
  scene: Scene,
  id: string,
  meter: { readonly ammeterId: number; readonly name: string; readonly ratedPower: number | null },
): Scene =>
  changed(scene, new Set([id]), (one): SceneElement => {
    const kept = (one.bindings ?? []).filter(({ source }) => source.kind === 'signal');
    const bindings = [...kept, ...meterBindings(meter.ammeterId, meter.ratedPower !== null)];
    const named = one.type === 'symbol' && !one.label ? { label: meter.name } : {};
    return editedByHand(one, { ...one, bindings, ...named } as SceneElement);
  });

/** Every place where a wire may be fastened near a place on the sheet, the nearest; null = none within reach. */
export function nearestEnd(
  scene: Scene,
  at: { readonly x: number; readonly y: number },
  reach: number,
  not: string | null = null,
): WireEnd | null {
  let [best, distance]: [WireEnd | null, number] = [null, reach];
  const offer = (end: WireEnd, x: number, y: number): void => {
    const away = Math.hypot(x - at.x, y - at.y);
    if (away > distance) return;
    [best, distance] = [end, away];
  };
  for (const one of scene.elements) {
    if (one.id === not) continue;
    if (one.type === 'symbol')
      for (const { id } of symbolOf(one.symbol)?.ports ?? []) {
        const port = portAt(one, id);
        if (port) offer({ element: one.id, port: id }, port.x, port.y);
      }
    else if (one.type === 'bus') {
      const along = one.turn === 90 ? at.y - one.y : at.x - one.x;
      const stop = Math.round(Math.min(Math.max(along, 0), one.length) / 5) * 5;
      if (one.turn === 90) offer({ element: one.id, at: stop }, one.x, one.y + stop);
      else offer({ element: one.id, at: stop }, one.x + stop, one.y);
    }
  }
  return best;
}

const usedPorts = (scene: Scene): Set<string> =>
  new Set(
    scene.elements.flatMap((one) =>
      one.type === 'wire' ? [one.from, one.to].flatMap((end) => ('port' in end ? [`${end.element} ${end.port}`] : [])) : [],
    ),
  ); // prettier-ignore

/** Joins two elements by a wire between the ports that lie nearest to each other, free ones first; null = they have none. */
export function connect(
  scene: Scene,
  a: string,
  b: string,
  layer: string,
): { scene: Scene; id: string } | null {
  const elements = elementsOf(scene);
  const used = usedPorts(scene);
  const [first, second] = [elements.get(a), elements.get(b)];
  if (!first || !second || a === b) return null;
  let [best, distance]: [readonly [WireEnd, WireEnd] | null, number] = [null, Infinity];
  for (const from of endsOf(first, second))
    for (const to of endsOf(second, first)) {
      const [p, q] = [endPlace(from, elements), endPlace(to, elements)];
      if (!p || !q) continue;
      const taken = [from, to].filter(
        (end) => 'port' in end && used.has(`${end.element} ${end.port}`),
      ).length;
      const away = Math.hypot(p.x - q.x, p.y - q.y) + taken * 100_000;
      if (away < distance) [best, distance] = [[from, to], away];
    }
  if (!best) return null;
  const id = nextId(new Set(elements.keys()), elements.size + 1);
  return { scene: add(scene, [{ id, type: 'wire', layer, from: best[0], to: best[1] }]), id };
}

function endsOf(one: SceneElement, other: SceneElement): WireEnd[] {
  if (one.type === 'symbol')
    return (symbolOf(one.symbol)?.ports ?? []).map(({ id }) => ({ element: one.id, port: id }));
  if (one.type !== 'bus' || !('x' in other)) return [];
  return [{ element: one.id, at: along(one, other) }];
}

const along = (bus: ElementOf<'bus'>, { x, y }: { readonly x: number; readonly y: number }): number =>
  Math.min(Math.max(bus.turn === 90 ? y - bus.y : x - bus.x, 0), bus.length);
