import type { ElementOf, Scene } from '#contract/scene/scene.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { feedersOf, without } from './feeders.ts';
import type { Names } from './label.ts';
import { fedOf, type Net, netOf, type Positions } from './supply.ts';
import { gaugesOf, type Point, type Taker, takersOf } from './takers.ts';
import {
  type Bound,
  type Bounded,
  bounded,
  counted,
  type Ground,
  loadOf,
  type Power,
  type TransformerLoad,
} from './transformerLoad.ts';

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
  readonly beforeBound: Bound;
  readonly after: number | null;
  readonly afterBound: Bound;
}

/** What changes between two positions of the switches. */
export function whatIf(scene: Scene, now: Positions, then: Positions, power: Power, names: Names): WhatIf {
  const net = netOf(scene);
  const takers = takersOf(scene, net, power.of, names);
  const ends = new Set(takers.map(({ id }) => id));
  const gauges = gaugesOf(scene, net, now, power.of).filter(({ id }) => !ends.has(id));
  const points = [...takers, ...gauges];
  const grid = new Set(symbolsOf(scene).flatMap(({ id, symbol }) => (symbol === 'supply' ? [id] : [])));
  const feeders = { now: feedersOf(net, now, points, grid), later: feedersOf(net, then, points, grid) };
  const ground: Ground = { net, takers, points, now, later: then, feeders };
  const [fedNow, fedThen] = [fedOf(net, now), fedOf(net, then)];
  const ways = { now: waysOf(net, now, points), later: waysOf(net, then, points) };
  const was = (one: Point): boolean => fedNow.get(one.at) === 'live';
  const will = (one: Point): boolean => fedThen.get(one.at) === 'live';
  const isLost = (one: Point): boolean => was(one) && fedThen.get(one.at) === 'dead';
  const isMoved = (one: Point): boolean =>
    was(one) && will(one) && ways.now.get(one.id) !== ways.later.get(one.id);
  const [lost, moved] = [counted(ground, isLost), counted(ground, isMoved)];
  const before = beforeOf(ground, was, power);
  const returning = takers.filter((one) => fedNow.get(one.id) === 'dead' && will(one));
  const uncertain = takers.filter((one) => was(one) && fedThen.get(one.id) === 'unknown');
  // Of what is measured above a switch nothing flows either where nobody is left to take it.
  const dark = points.some(isLost) && points.every((one) => fedThen.get(one.at) === 'dead');
  const rest = before.kW === null ? null : sumOf([before.kW, -(lost.kW ?? 0)]);
  // What comes back, and what may lose its supply, has a power that nothing tells.
  const more = before.bound === 'atLeast' || returning.length > 0;
  const after =
    dark && before.kW !== null
      ? bounded(0, false, false)
      : bounded(rest, more, lost.unknown > 0 || uncertain.length > 0);
  return {
    lost: takers.filter(isLost),
    moved: takers.filter(isMoved),
    returning,
    uncertain,
    lostKW: lost.kW ?? 0,
    movedKW: moved.kW ?? 0,
    unknown: lost.unknown + moved.unknown,
    transformers: symbolsOf(scene)
      .filter(({ id }) => net.roles.get(id) === 'transformer')
      .map((one) => loadOf(one, ground, power, names)),
    before: before.kW,
    beforeBound: before.bound,
    after: after.kW,
    afterBound: after.bound,
  };
}

const symbolsOf = (scene: Scene): ElementOf<'symbol'>[] =>
  scene.elements.filter((one): one is ElementOf<'symbol'> => one.type === 'symbol');

/** What the site takes now: measured at its supply, else what the picture tells of it. */
function beforeOf(ground: Ground, was: (one: Point) => boolean, { site }: Power): Bounded {
  if (site !== null) return bounded(site, false, false);
  const { kW, unknown } = counted(ground, was);
  return bounded(kW, unknown > 0, false);
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
