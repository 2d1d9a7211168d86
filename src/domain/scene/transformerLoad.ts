import type { ElementOf } from '#contract/scene/scene.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { type Counted, countedOf } from './counted.ts';
import { fedByAlone, type Feeders } from './feeders.ts';
import { meterBehind, meterOf, nameOf, type Names } from './label.ts';
import { type Fed, fedOf, type Net, type Positions } from './supply.ts';
import type { Point, Taker } from './takers.ts';

/** What is known of power, kW. */
export interface Power {
  readonly of: (ammeterId: number) => number | null;
  /** Measured at the supply of the site; null = not known, then what the picture measures stands for it. */
  readonly site: number | null;
}

/** How sure a power is: what nothing tells may make it more, or less. */
export type Bound = 'exact' | 'atLeast' | 'atMost';
/** A power, kW; null = not known. */
export interface Bounded {
  readonly kW: number | null;
  readonly bound: Bound;
}

/** A power that may be more or less than what is told; what may be both is not known. */
export const bounded = (kW: number | null, more: boolean, less: boolean): Bounded =>
  kW === null || (more && less) ? UNKNOWN : { kW, bound: more ? 'atLeast' : less ? 'atMost' : 'exact' };
const UNKNOWN: Bounded = { kW: null, bound: 'exact' };
const NONE: Bounded = { kW: 0, bound: 'exact' };

/** A net with all that tells power in it, and its positions now and as they are tried. */
export interface Ground {
  readonly net: Net;
  readonly takers: readonly Taker[];
  /** Takers and meters. */
  readonly points: readonly Point[];
  readonly now: Positions;
  readonly later: Positions;
  readonly feeders: { readonly now: Feeders; readonly later: Feeders };
}

export const counted = ({ net, now, points, takers }: Ground, is: (one: Point) => boolean): Counted =>
  countedOf(net, now, points.filter(is), takers);

/** A transformer before and after. */
export interface TransformerLoad {
  readonly id: string;
  readonly label: string;
  /** The meter that it stands at. */
  readonly ammeterId: number | null;
  /** As a person wrote it at the symbol; null = nobody did. */
  readonly kva: number | null;
  /** kW; null = not known. */
  readonly before: number | null;
  readonly beforeBound: Bound;
  readonly after: number | null;
  readonly afterBound: Bound;
  /** Something of what it feeds changes, whether its power is known or not. */
  readonly touched: boolean;
}

/** What a transformer feeds at some positions: alone, and side by side with others. */
interface Feeding {
  readonly alone: ReadonlySet<string>;
  /** Points that others may feed as well, each with all who do, as a text that can be compared. */
  readonly shared: string;
}

function feedingOf(id: string, ground: Ground, when: 'now' | 'later'): Feeding {
  const { net, points, feeders } = ground;
  const alone = fedByAlone(net, id, ground[when], points);
  const all = feeders[when];
  // What is measured at another transformer is not behind this one.
  const shared = points.filter((one) => net.roles.get(one.at) !== 'transformer' && all.get(id)?.has(one.id) === true && !alone.has(one.id)); // prettier-ignore
  const gates = (point: string): string => [...all].flatMap(([gate, behind]) => (behind.has(point) ? [gate] : [])).join(' '); // prettier-ignore
  return { alone, shared: shared.map((one) => `${one.id}: ${gates(one.id)}`).join('\n') };
}

/**
 * The load of a transformer at other positions: what it has now (measured, else counted) with what leaves and comes. Of what it shares
 * with others nobody knows its part: it stays while all who share stay the same; where the sharing ends, what it feeds alone is
 * counted anew; else it is not known.
 */
export function loadOf(
  one: ElementOf<'symbol'>,
  ground: Ground,
  power: Power,
  names: Names,
): TransformerLoad {
  const [own, next] = [feedingOf(one.id, ground, 'now'), feedingOf(one.id, ground, 'later')];
  const told = meterOf(one);
  const measured = told === null ? null : power.of(told);
  const before = measured === null ? countedBefore(own, ground) : bounded(measured, false, false);
  const after = afterOf(before, own, next, ground, fedOf(ground.net, ground.later).get(one.id));
  // A rating that was drawn may be the rated power of the meter.
  const typed = one.origin === undefined || one.edited?.includes('kva') === true;
  return {
    id: one.id,
    label: nameOf(one, names),
    ammeterId: meterBehind(one),
    kva: typed ? (one.kva ?? null) : null,
    before: before.kW,
    beforeBound: before.bound,
    after: after.kW,
    afterBound: after.bound,
    touched:
      own.shared !== next.shared ||
      before.kW !== after.kW ||
      own.alone.size !== next.alone.size ||
      [...own.alone].some((id) => !next.alone.has(id)),
  };
}

function countedBefore({ alone, shared }: Feeding, ground: Ground): Bounded {
  if (shared !== '') return UNKNOWN;
  if (alone.size === 0) return NONE;
  const { kW, unknown } = counted(ground, ({ id }) => alone.has(id));
  return bounded(kW, unknown > 0, false);
}

function afterOf(
  before: Bounded,
  own: Feeding,
  next: Feeding,
  ground: Ground,
  fed: Fed | undefined,
): Bounded {
  // Without supply it carries nothing, whatever is not metered below it.
  if (fed === 'dead') return NONE;
  if (fed !== 'live') return UNKNOWN;
  const { net, now, takers } = ground;
  const fedNow = fedOf(net, now);
  // What comes back takes something that nothing tells.
  const back = takers.some(({ id, at }) => next.alone.has(id) && fedNow.get(at) !== 'live');
  if (own.shared === next.shared) {
    const leaves = counted(ground, ({ id }) => own.alone.has(id) && !next.alone.has(id));
    const comes = counted(ground, ({ id }) => next.alone.has(id) && !own.alone.has(id));
    const kW = before.kW === null ? null : sumOf([before.kW, comes.kW, leaves.kW === null ? null : -leaves.kW]); // prettier-ignore
    const more = before.bound === 'atLeast' || comes.unknown > 0 || back;
    return bounded(kW, more, leaves.unknown > 0);
  }
  if (next.shared !== '') return UNKNOWN;
  if (next.alone.size === 0) return NONE;
  const total = counted(ground, ({ id }) => next.alone.has(id));
  return bounded(total.kW, total.unknown > 0 || back, false);
}
