import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { meterOf, nameOf, type Names } from './label.ts';
import { fedOf, type Net, netOf, type Positions } from './supply.ts';

/** Somebody who takes power: a load, or a meter on which nothing else hangs. */
export interface Taker {
  readonly id: string;
  readonly label: string;
  readonly ammeterId: number | null;
  /** Null = not known. */
  readonly kW: number | null;
}

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
  readonly lostKW: number;
  readonly movedKW: number;
  /** Takers that lose supply or move whose power is not known: the sums are without them. */
  readonly unknown: number;
  readonly transformers: readonly TransformerLoad[];
  /** kW of all that is fed. */
  readonly before: number | null;
  readonly after: number | null;
}

/** What is known of power, kW. */
export interface Power {
  readonly of: (ammeterId: number) => number | null;
  /** Measured at the supply of the site; null = not known, then the takers' sum stands for it. */
  readonly site: number | null;
}

/**
 * What changes between two positions of the switches. A transformer's load after is what it has now (measured, else the sum
 * of its takers) with the takers that leave and come; a taker that two transformers feed side by side is counted at none.
 */
export function whatIf(scene: Scene, now: Positions, then: Positions, power: Power, names: Names): WhatIf {
  const net = netOf(scene);
  const takers = takersOf(scene, net, power, names);
  const [fedNow, fedThen] = [fedOf(net, now), fedOf(net, then)];
  const ways = { now: waysOf(net, now, takers), later: waysOf(net, then, takers) };
  const was = (one: Taker): boolean => fedNow.get(one.id) === 'live';
  const will = (one: Taker): boolean => fedThen.get(one.id) === 'live';
  const lost = takers.filter((one) => was(one) && fedThen.get(one.id) === 'dead');
  const moved = takers.filter(
    (one) => was(one) && will(one) && ways.now.get(one.id) !== ways.later.get(one.id),
  );
  const lostKW = sum(lost);
  const before = power.site ?? (takers.some((one) => one.kW !== null) ? sum(takers.filter(was)) : null);
  return {
    lost,
    moved,
    returning: takers.filter((one) => fedNow.get(one.id) === 'dead' && will(one)),
    uncertain: takers.filter((one) => was(one) && fedThen.get(one.id) === 'unknown'),
    lostKW,
    movedKW: sum(moved),
    unknown: [...lost, ...moved].filter((one) => one.kW === null).length,
    transformers: transformersOf(scene).map((one) =>
      loadOf(one, net, { now, later: then }, takers, power, names),
    ),
    before,
    after: before === null ? null : sumOf([before, -lostKW]),
  };
}

const sum = (list: readonly Taker[]): number => sumOf(list.map((one) => one.kW)) ?? 0;

/** Elements that take power: loads that name a meter, and meters at the end of a line. */
function takersOf(scene: Scene, net: Net, power: Power, names: Names): Taker[] {
  return scene.elements.flatMap((one): Taker[] => {
    if (one.type !== 'symbol') return [];
    const role = net.roles.get(one.id);
    const ends = role === 'load' || (role === 'through' && net.next.get(one.id)?.length === 1);
    const ammeterId = meterOf(one);
    if (!ends || ammeterId === null) return [];
    return [{ id: one.id, label: nameOf(one, names), ammeterId, kW: power.of(ammeterId) }];
  });
}

const transformersOf = (scene: Scene): Extract<SceneElement, { type: 'symbol' }>[] =>
  scene.elements.filter(
    (one): one is Extract<SceneElement, { type: 'symbol' }> =>
      one.type === 'symbol' && one.symbol.startsWith('transformer'),
  );

/** A net in which one knot is taken out. */
function without(net: Net, id: string): Net {
  const roles = new Map(net.roles);
  roles.set(id, 'end');
  return { ...net, roles, sources: net.sources.filter((one) => one !== id) };
}

/** What a taker cannot do without: sources and transformers, as a text that can be compared. */
function waysOf(net: Net, positions: Positions, takers: readonly Taker[]): ReadonlyMap<string, string> {
  const fed = fedOf(net, positions);
  const gates = [...net.roles].flatMap(([id, role]) =>
    role === 'source' || role === 'transformer' ? [id] : [],
  );
  const ways = new Map<string, string[]>(takers.map(({ id }) => [id, []]));
  for (const gate of gates) {
    const rest = fedOf(without(net, gate), positions);
    for (const { id } of takers)
      if (fed.get(id) === 'live' && rest.get(id) !== 'live') ways.get(id)?.push(gate);
  }
  return new Map([...ways].map(([id, list]) => [id, list.join(' ')]));
}

/** Takers that a transformer alone feeds. */
function fedBy(net: Net, id: string, positions: Positions, takers: readonly Taker[]): Taker[] {
  const fed = fedOf(net, positions);
  const rest = fedOf(without(net, id), positions);
  return takers.filter((one) => fed.get(one.id) === 'live' && rest.get(one.id) !== 'live');
}

function loadOf(
  one: Extract<SceneElement, { type: 'symbol' }>,
  net: Net,
  at: { readonly now: Positions; readonly later: Positions },
  takers: readonly Taker[],
  power: Power,
  names: Names,
): TransformerLoad {
  const [now, then] = [fedBy(net, one.id, at.now, takers), fedBy(net, one.id, at.later, takers)];
  const meter = meterOf(one);
  const measured = meter === null ? null : power.of(meter);
  const known = now.some((taker) => taker.kW !== null) || now.length === 0;
  const before = measured ?? (known ? sum(now) : null);
  const fedThen = fedOf(net, at.later).get(one.id);
  // Without supply it carries nothing, whatever is not metered below it.
  const after = before === null ? null : fedThen === 'dead' ? 0 : sumOf([before, sum(then), -sum(now)]);
  return { id: one.id, label: nameOf(one, names), kva: one.kva ?? null, before, after };
}
