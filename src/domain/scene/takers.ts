import type { ElementOf, Scene } from '#contract/scene/scene.ts';
import { meterOf, nameOf, type Names } from './label.ts';
import { liveFrom, type Net, type Positions } from './supply.ts';

/** A symbol that tells power: whoever takes it, or a meter that measures what lies behind it. */
export interface Point {
  readonly id: string;
  /** The knot to which that power goes: with its supply it is lost. */
  readonly at: string;
  readonly ammeterId: number | null;
  /** Null = not known. */
  readonly kW: number | null;
}

/** Somebody who takes power: a load, or a meter on which nothing else hangs. */
export interface Taker extends Point {
  readonly label: string;
}

type PowerOf = (ammeterId: number) => number | null;

const symbolsOf = (scene: Scene): ElementOf<'symbol'>[] =>
  scene.elements.filter((one): one is ElementOf<'symbol'> => one.type === 'symbol');

/** Elements that take power. A load that names no meter has that of the nearest one which lies before it alone. */
export function takersOf(scene: Scene, net: Net, powerOf: PowerOf, names: Names): Taker[] {
  const symbols = symbolsOf(scene);
  const meters = new Map(symbols.map((one) => [one.id, meterOf(one)]));
  return symbols.flatMap((one): Taker[] => {
    const { id } = one;
    const own = meters.get(id) ?? null;
    const ends = net.roles.get(id) === 'through' && own !== null && net.next.get(id)?.length === 1;
    if (!ends && net.roles.get(id) !== 'load') return [];
    const ammeterId = own ?? meterBefore(net, id, meters);
    const kW = ammeterId === null ? null : powerOf(ammeterId);
    return [{ id, at: id, label: nameOf(one, names), ammeterId, kW }];
  });
}

/** Meters that power goes through. */
export function gaugesOf(scene: Scene, net: Net, now: Positions, powerOf: PowerOf): Point[] {
  const order = new Map([...liveFrom(net, now, net.sources)].map((id, i) => [id, i]));
  return symbolsOf(scene).flatMap((one): Point[] => {
    const { id } = one;
    const ammeterId = meterOf(one);
    const ways = net.next.get(id) ?? [];
    if (ammeterId === null || ways.length < 2 || !CONDUCTS.has(net.roles.get(id))) return [];
    // What lies farther from the sources is fed by it.
    const far = (knot: string): number => order.get(knot) ?? Infinity;
    const ends = inSeries(net, id) ? ways.map((way) => runOf(net, id, way).end) : [];
    const at = ends.reduce((last, end) => (far(end) > far(last) ? end : last), id);
    return [{ id, at, ammeterId, kW: powerOf(ammeterId) }];
  });
}

const CONDUCTS: ReadonlySet<string | undefined> = new Set(['switch', 'through', 'transformer']);
const IN_SERIES: ReadonlySet<string | undefined> = new Set(['wire', 'switch', 'through']);

/** Whether all that flows into a knot flows out of it on the other side. */
const inSeries = (net: Net, id: string): boolean =>
  IN_SERIES.has(net.roles.get(id)) && net.next.get(id)?.length === 2;

/** The knots one behind the other from a knot on, as long as nothing branches off, and the one at which they end. */
function runOf(net: Net, from: string, first: string): { between: readonly string[]; end: string } {
  const between: string[] = [];
  let [before, at] = [from, first];
  while (at !== from && inSeries(net, at)) {
    const behind = before;
    const next = net.next.get(at)?.find((id) => id !== behind);
    if (next === undefined) break;
    between.push(at);
    [before, at] = [at, next];
  }
  return { between, end: at };
}

/** The nearest meter before a load from which nothing else branches off; null = there is none. */
function meterBefore(net: Net, id: string, meters: ReadonlyMap<string, number | null>): number | null {
  const [only, ...more] = net.next.get(id) ?? [];
  if (only === undefined || more.length > 0) return null;
  return runOf(net, id, only).between.flatMap((one) => meters.get(one) ?? [])[0] ?? null;
}
