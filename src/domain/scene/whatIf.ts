import type { ElementOf, Scene } from '#contract/scene/scene.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { type Counted, countedOf } from './counted.ts';
import { meterOf, nameOf, type Names } from './label.ts';
import { fedOf, type Net, netOf, type Positions } from './supply.ts';
import { gaugesOf, type Point, type Taker, takersOf } from './takers.ts';

/** A transformer before and after. */
export interface TransformerLoad {
  readonly id: string;
  readonly label: string;
  readonly kva: number | null;
  /** kW; null = not known. */
  readonly before: number | null;
  readonly after: number | null;
}

/** What becomes of the supply when switches are put elsewhere. */
export interface WhatIf {
  readonly lost: readonly Taker[];
  /** Fed before and after, by another source or transformer. */
  readonly moved: readonly Taker[];
  /** Without supply before, with it after: what they will take is not known. */
  readonly returning: readonly Taker[];
  /** Whether they keep their supply depends on positions that are not known. */
  readonly uncertain: readonly Taker[];
  /** With what is not metered below their meters. */
  readonly lostKW: number;
  readonly movedKW: number;
  /** Takers that lose supply or move whose power nothing tells: the sums are without them. */
  readonly unknown: number;
  readonly transformers: readonly TransformerLoad[];
  /** kW of all that is fed. */
  readonly before: number | null;
  readonly after: number | null;
}

/** What is known of power, kW. */
export interface Power {
  readonly of: (ammeterId: number) => number | null;
  /** Measured at the supply of the site; null = not known, then what the picture measures stands for it. */
  readonly site: number | null;
}

/** A net with all that tells power in it, and its positions now and as they are tried. */
interface Ground {
  readonly net: Net;
  readonly takers: readonly Taker[];
  /** Takers and meters. */
  readonly points: readonly Point[];
  readonly now: Positions;
  readonly later: Positions;
}

/**
 * What changes between two positions of the switches. A transformer's load after is what it has now (measured, else counted)
 * with what leaves and comes; what two transformers feed side by side is counted at none.
 */
export function whatIf(scene: Scene, now: Positions, then: Positions, power: Power, names: Names): WhatIf {
  const net = netOf(scene);
  const takers = takersOf(scene, net, power.of, names);
  const ends = new Set(takers.map(({ id }) => id));
  const gauges = gaugesOf(scene, net, now, power.of).filter(({ id }) => !ends.has(id));
  const points = [...takers, ...gauges];
  const ground: Ground = { net, takers, points, now, later: then };
  const [fedNow, fedThen] = [fedOf(net, now), fedOf(net, then)];
  const ways = { now: waysOf(net, now, points), later: waysOf(net, then, points) };
  const was = (one: Point): boolean => fedNow.get(one.at) === 'live';
  const will = (one: Point): boolean => fedThen.get(one.at) === 'live';
  const isLost = (one: Point): boolean => was(one) && fedThen.get(one.at) === 'dead';
  const isMoved = (one: Point): boolean =>
    was(one) && will(one) && ways.now.get(one.id) !== ways.later.get(one.id);
  const [lost, moved] = [counted(ground, isLost), counted(ground, isMoved)];
  const before = power.site ?? counted(ground, was).kW;
  // Of what is measured above a switch nothing flows either where nobody is left to take it.
  const dark = points.some(isLost) && points.every((one) => fedThen.get(one.at) === 'dead');
  return {
    lost: takers.filter(isLost),
    moved: takers.filter(isMoved),
    returning: takers.filter((one) => fedNow.get(one.id) === 'dead' && will(one)),
    uncertain: takers.filter((one) => was(one) && fedThen.get(one.id) === 'unknown'),
    lostKW: lost.kW ?? 0,
    movedKW: moved.kW ?? 0,
    unknown: lost.unknown + moved.unknown,
    transformers: transformersOf(scene).map((one) => loadOf(one, ground, power, names)),
    before,
    after: before === null ? null : dark ? 0 : sumOf([before, -(lost.kW ?? 0)]),
  };
}

const counted = ({ net, now, points, takers }: Ground, is: (one: Point) => boolean): Counted =>
  countedOf(net, now, points.filter(is), takers);

const transformersOf = (scene: Scene): ElementOf<'symbol'>[] =>
  scene.elements.filter(
    (one): one is ElementOf<'symbol'> => one.type === 'symbol' && one.symbol.startsWith('transformer'),
  );

/** A net in which one knot is taken out. */
function without(net: Net, id: string): Net {
  const roles = new Map(net.roles);
  roles.set(id, 'end');
  return { ...net, roles, sources: net.sources.filter((one) => one !== id) };
}

/** What a point cannot do without: sources and transformers, as a text that can be compared. */
function waysOf(net: Net, positions: Positions, points: readonly Point[]): ReadonlyMap<string, string> {
  const fed = fedOf(net, positions);
  const gates = [...net.roles].flatMap(([id, role]) =>
    role === 'source' || role === 'transformer' ? [id] : [],
  );
  const ways = new Map<string, string[]>(points.map(({ id }) => [id, []]));
  for (const gate of gates) {
    const rest = fedOf(without(net, gate), positions);
    for (const { id, at } of points)
      if (fed.get(at) === 'live' && rest.get(at) !== 'live') ways.get(id)?.push(gate);
  }
  return new Map([...ways].map(([id, list]) => [id, list.join(' ')]));
}

/** Points that a transformer alone feeds. */
function fedBy(net: Net, id: string, positions: Positions, points: readonly Point[]): ReadonlySet<Point> {
  const fed = fedOf(net, positions);
  const rest = fedOf(without(net, id), positions);
  return new Set(points.filter(({ at }) => fed.get(at) === 'live' && rest.get(at) !== 'live'));
}

function loadOf(one: ElementOf<'symbol'>, ground: Ground, power: Power, names: Names): TransformerLoad {
  const { net, points, now, later } = ground;
  const [own, next] = [fedBy(net, one.id, now, points), fedBy(net, one.id, later, points)];
  const meter = meterOf(one);
  const measured = meter === null ? null : power.of(meter);
  const before = measured ?? (own.size === 0 ? 0 : counted(ground, (point) => own.has(point)).kW);
  const leaves = counted(ground, (point) => own.has(point) && !next.has(point)).kW ?? 0;
  const comes = counted(ground, (point) => next.has(point) && !own.has(point)).kW ?? 0;
  const fedThen = fedOf(net, later).get(one.id);
  // Without supply it carries nothing, whatever is not metered below it.
  const after = before === null ? null : fedThen === 'dead' ? 0 : sumOf([before, comes, -leaves]);
  return { id: one.id, label: nameOf(one, names), kva: one.kva ?? null, before, after };
}
