import type { ElementOf, Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Role } from './symbol/figure.ts';
import { symbolOf } from './symbol/symbols.ts';

/** Where a switch stands; null = not known. A switch without a position to tell counts as closed. */
export type Positions = ReadonlyMap<string, 'open' | 'closed' | null>;
/** Whether an element is fed: for certain, for certain not, or it depends on what is not known. */
export type Fed = 'live' | 'dead' | 'unknown';

/** A scene as a net: every element is a knot, wires join knots; what conducts passes on. */
export interface Net {
  readonly roles: ReadonlyMap<string, Role | 'bus' | 'wire'>;
  readonly next: ReadonlyMap<string, readonly string[]>;
  readonly sources: readonly string[];
}

/**
 * The net of a scene. A transformer or switch is one knot: whichever port a wire meets, it passes to all others while it
 * conducts, which holds for all that has two ports, and for transformers.
 */
export function netOf(scene: Pick<Scene, 'elements'>): Net {
  const roles = new Map<string, Role | 'bus' | 'wire'>();
  for (const one of scene.elements) {
    const role = roleOf(one);
    if (role) roles.set(one.id, role);
  }
  const next = new Map<string, string[]>();
  const join = (a: string, b: string): void => {
    (next.get(a) ?? next.set(a, []).get(a))?.push(b);
    (next.get(b) ?? next.set(b, []).get(b))?.push(a);
  };
  for (const one of scene.elements) {
    if (one.type !== 'wire') continue;
    for (const end of [one.from, one.to])
      if ('element' in end && roles.has(end.element)) join(one.id, end.element);
  }
  const sources = [...roles].flatMap(([id, role]) => (role === 'source' ? [id] : []));
  return { roles, next, sources };
}

function roleOf(one: SceneElement): Role | 'bus' | 'wire' | null {
  if (one.type === 'bus' || one.type === 'wire') return one.type;
  return one.type === 'symbol' ? (symbolOf(one.symbol)?.role ?? null) : null;
}

/** How a knot passes on: `yes`, `no`, or `maybe` where its position is not known. */
function passes(net: Net, id: string, positions: Positions): 'yes' | 'no' | 'maybe' {
  const role = net.roles.get(id);
  if (role === 'load' || role === 'end') return 'no';
  if (role !== 'switch' || !positions.has(id)) return 'yes';
  const position = positions.get(id);
  return position === null || position === undefined ? 'maybe' : position === 'closed' ? 'yes' : 'no';
}

/** What is reached from knots; `through` says which knots pass on. Knots that pass nothing on are reached themselves. */
export function reached(net: Net, from: readonly string[], through: (id: string) => boolean): Set<string> {
  const seen = new Set(from);
  // The set grows while it is walked.
  for (const id of seen) {
    if (!through(id)) continue;
    for (const other of net.next.get(id) ?? []) seen.add(other);
  }
  return seen;
}

/** What is fed: live where closed switches alone lie before it, unknown where a position that is not known does. */
export function fedOf(net: Net, positions: Positions): ReadonlyMap<string, Fed> {
  const live = reached(net, net.sources, (id) => passes(net, id, positions) === 'yes');
  const perhaps = reached(net, net.sources, (id) => passes(net, id, positions) !== 'no');
  return new Map(
    [...net.roles.keys()].map((id) => [id, live.has(id) ? 'live' : perhaps.has(id) ? 'unknown' : 'dead']),
  );
}

/** A knot of a level of voltage: what is joined without a transformer between. */
export type Levels = ReadonlyMap<string, number>;

/** The nominal voltage (kV) of each element whose level tells one; where two tell, the highest counts. */
export function voltagesOf(scene: Pick<Scene, 'elements'>, net: Net): Levels {
  const told = new Map<string, number>();
  for (const one of scene.elements)
    if ((one.type === 'bus' || one.type === 'symbol') && one.kv !== undefined) told.set(one.id, one.kv);
  const levels = new Map<string, number>();
  const byVoltage = [...told].sort(([, a], [, b]) => b - a);
  for (const [id, kv] of byVoltage) {
    if (levels.has(id)) continue;
    const start = net.roles.get(id) === 'transformer' ? (net.next.get(id) ?? []) : [id];
    for (const one of reached(net, start, (knot) => net.roles.get(knot) !== 'transformer'))
      if (!levels.has(one)) levels.set(one, kv);
  }
  return levels;
}

export type SwitchElement = ElementOf<'symbol'>;

/** The switches of a scene. */
export const switchesOf = (scene: Pick<Scene, 'elements'>): SwitchElement[] =>
  scene.elements.filter(
    (one): one is SwitchElement => one.type === 'symbol' && symbolOf(one.symbol)?.role === 'switch',
  );
