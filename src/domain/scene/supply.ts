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
  /** What knots that feed one way pass on to; all others pass on to whatever they are joined with. */
  readonly onwards: ReadonlyMap<string, readonly string[]>;
  readonly sources: readonly string[];
}

/**
 * The net of a scene. A transformer or switch is one knot: whichever port a wire meets, it passes to all others while it
 * conducts, which holds for all that has two ports, and for transformers. A transfer switch takes from its incomers and passes
 * on to what hangs below it alone.
 */
export function netOf(scene: Pick<Scene, 'elements'>): Net {
  const roles = new Map<string, Role | 'bus' | 'wire'>();
  const feeds = new Map<string, readonly string[]>();
  const onwards = new Map<string, string[]>();
  for (const one of scene.elements) {
    const role = roleOf(one);
    if (role) roles.set(one.id, role);
    const ports = one.type === 'symbol' ? symbolOf(one.symbol)?.feeds : undefined;
    if (!ports) continue;
    feeds.set(one.id, ports);
    onwards.set(one.id, []);
  }
  const next = new Map<string, string[]>();
  const join = (a: string, b: string): void => {
    (next.get(a) ?? next.set(a, []).get(a))?.push(b);
    (next.get(b) ?? next.set(b, []).get(b))?.push(a);
  };
  for (const one of scene.elements) {
    if (one.type !== 'wire') continue;
    for (const end of [one.from, one.to]) {
      if (!('element' in end) || !roles.has(end.element)) continue;
      join(one.id, end.element);
      if ('port' in end && feeds.get(end.element)?.includes(end.port)) onwards.get(end.element)?.push(one.id);
    }
  }
  const sources = [...roles].flatMap(([id, role]) => (role === 'source' ? [id] : []));
  return { roles, next, onwards, sources };
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

const NOTHING: readonly string[] = [];

/** What a knot passes power on to. */
export const onwardsOf = ({ onwards, next }: Net, id: string): readonly string[] =>
  onwards.get(id) ?? next.get(id) ?? NOTHING;

/** What is reached from knots over `ways`; `through` says which knots pass on. Knots that pass nothing on are reached themselves. */
function reached(
  from: readonly string[],
  ways: (id: string) => readonly string[],
  through: (id: string) => boolean,
): Set<string> {
  const seen = new Set(from);
  // The set grows while it is walked.
  for (const id of seen) {
    if (!through(id)) continue;
    for (const other of ways(id)) seen.add(other);
  }
  return seen;
}

/** What is fed: live where closed switches alone lie before it, unknown where a position that is not known does. */
export function fedOf(net: Net, positions: Positions): ReadonlyMap<string, Fed> {
  const ways = (id: string): readonly string[] => onwardsOf(net, id);
  const live = reached(net.sources, ways, (id) => passes(net, id, positions) === 'yes');
  const perhaps = reached(net.sources, ways, (id) => passes(net, id, positions) !== 'no');
  return new Map(
    [...net.roles.keys()].map((id) => [id, live.has(id) ? 'live' : perhaps.has(id) ? 'unknown' : 'dead']),
  );
}

/** What is fed for certain from knots, in the order of the way there; what `stops` has is reached itself and passes nothing on. */
export const liveFrom = (
  net: Net,
  positions: Positions,
  from: readonly string[],
  stops?: Pick<ReadonlySet<string>, 'has'>,
): ReadonlySet<string> =>
  reached(
    from,
    (id) => onwardsOf(net, id),
    (id) => stops?.has(id) !== true && passes(net, id, positions) === 'yes',
  );

/** What may be fed from knots, also over switches whose position is not known. @param ways what a knot passes power on to */
export const perhapsFrom = (
  net: Net,
  positions: Positions,
  from: readonly string[],
  ways: (id: string) => readonly string[],
  stops?: Pick<ReadonlySet<string>, 'has'>,
): ReadonlySet<string> =>
  reached(from, ways, (id) => stops?.has(id) !== true && passes(net, id, positions) !== 'no');

/** A knot of a level of voltage: what is joined without a transformer between. */
export type Levels = ReadonlyMap<string, number>;

/**
 * The nominal voltage (kV) of each element whose level tells one; where two tell, the highest counts. A transformer lies between
 * levels: what is written at it tells of neither.
 */
export function voltagesOf(scene: Pick<Scene, 'elements'>, net: Net): Levels {
  const told = new Map<string, number>();
  for (const one of scene.elements)
    if (tellsLevel(one, net) && one.kv !== undefined) told.set(one.id, one.kv);
  const levels = new Map<string, number>();
  const byVoltage = [...told].sort(([, a], [, b]) => b - a);
  // A level is the same on both sides of what feeds one way.
  const joined = (id: string): readonly string[] => net.next.get(id) ?? NOTHING;
  for (const [id, kv] of byVoltage) {
    if (levels.has(id)) continue;
    for (const one of reached([id], joined, (knot) => net.roles.get(knot) !== 'transformer'))
      if (!levels.has(one)) levels.set(one, kv);
  }
  return levels;
}

const tellsLevel = (one: SceneElement, net: Net): one is ElementOf<'bus' | 'symbol'> =>
  one.type === 'bus' || (one.type === 'symbol' && net.roles.get(one.id) !== 'transformer');

export type SwitchElement = ElementOf<'symbol'>;

/** The switches of a scene. */
export const switchesOf = (scene: Pick<Scene, 'elements'>): SwitchElement[] =>
  scene.elements.filter(
    (one): one is SwitchElement => one.type === 'symbol' && symbolOf(one.symbol)?.role === 'switch',
  );
