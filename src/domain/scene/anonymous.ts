import { type Source, sourceKey } from '#contract/scene/binding.ts';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { meterBehind } from './label.ts';
import { switchesOf } from './supply.ts';
import { positionOf } from './told.ts';

/** A scene that tells nobody which rows stand behind it, and what its new names stand for. */
interface Anonymous {
  readonly scene: Scene;
  /** The key of a source in the new scene by its key in the old one. */
  readonly keys: ReadonlyMap<string, string>;
  /** The number of a meter in the new scene by its id. */
  readonly meters: ReadonlyMap<number, number>;
  /** Meters whose name or code a label shows, by their id. */
  readonly named: ReadonlyMap<number, { readonly name: boolean; readonly code: boolean }>;
}

/** Numbers things in the order in which they are first named. */
function numbering(): { readonly of: (id: number) => number; readonly all: Map<number, number> } {
  const all = new Map<number, number>();
  return {
    all,
    of: (id) => {
      const known = all.get(id) ?? all.size + 1;
      all.set(id, known);
      return known;
    },
  };
}

/** Where links of a board lead: nobody can press them. */
const NOWHERE = '/HTDisplay';

/** Takes ids, addresses, origins and what no layer shows out of a scene: what is drawn stays, what could be asked with goes. */
export function anonymous(whole: Scene): Anonymous {
  const scene = shownOf(whole);
  const meters = numbering();
  const points = numbering();
  const keys = new Map<string, string>();
  const names = new Map(scene.elements.map(({ id }, i) => [id, `e${i}`]));
  const bare = (source: Source): Source => {
    const next =
      source.kind === 'signal'
        ? { ...source, signalPointId: points.of(source.signalPointId) }
        : { ...source, ammeterId: meters.of(source.ammeterId) };
    keys.set(sourceKey(source), sourceKey(next));
    return next;
  };
  const elements = scene.elements.map((one): SceneElement => {
    const drawnFrom = /^meter:(\d+)/.exec(one.origin ?? '')?.[1];
    const { origin: _, ...rest } = one;
    return {
      ...rest,
      ...(drawnFrom === undefined ? {} : { origin: `meter:${meters.of(Number(drawnFrom))}` }),
      id: names.get(one.id) ?? '',
      ...(one.bindings
        ? { bindings: one.bindings.map((each) => ({ ...each, source: bare(each.source) })) }
        : {}),
      ...(one.type === 'wire' ? { from: renamed(one.from, names), to: renamed(one.to, names) } : {}),
      ...(one.type === 'button' || one.type === 'link' ? { to: NOWHERE } : {}),
    } as SceneElement;
  });
  return { scene: { ...scene, elements }, keys, meters: meters.all, named: namedIn(scene) };
}

/** A scene without what its hidden layers say; what conducts there stays bare, as it says what of the rest is fed, and holds wires. */
function shownOf(scene: Scene): Scene {
  const hidden = new Set(scene.layers.flatMap((layer) => (layer.hidden ? [layer.id] : [])));
  if (hidden.size === 0) return scene;
  return {
    ...scene,
    layers: scene.layers.map((layer, i) => (layer.hidden ? { ...layer, name: String(i + 1) } : layer)),
    elements: scene.elements.flatMap((one) => (hidden.has(one.layer) ? bareOf(one) : [one])),
  };
}

function bareOf(one: SceneElement): SceneElement[] {
  if (one.type !== 'symbol' && one.type !== 'bus' && one.type !== 'wire') return [];
  const bare: Record<string, unknown> = { ...one };
  for (const key of ['origin', 'group', 'bindings', 'label']) delete bare[key];
  const [isSwitch] = switchesOf({ elements: [one] });
  const position = isSwitch && positionOf(isSwitch);
  if (position) bare['bindings'] = [position];
  return [bare as SceneElement];
}

/** The meters that labels of a scene name. */
function namedIn(scene: Scene): Anonymous['named'] {
  const named = new Map<number, { readonly name: boolean; readonly code: boolean }>();
  for (const one of scene.elements) {
    const label = one.type === 'symbol' ? (one.label ?? '') : '';
    const id = label.includes('{') ? meterBehind(one) : null;
    if (id === null) continue;
    const known = named.get(id);
    const [name, code] = [label.includes('{name}'), label.includes('{code}')];
    if (name || code)
      named.set(id, { name: name || known?.name === true, code: code || known?.code === true });
  }
  return named;
}

/** The end of a wire at the new name of what it is fastened to. */
const renamed = <E extends object>(end: E, names: ReadonlyMap<string, string>): E =>
  'element' in end ? { ...end, element: names.get(String(end.element)) ?? '' } : end;
