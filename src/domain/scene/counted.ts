import { sumOf } from '#domain/decimal/sum.ts';
import { liveFrom, type Net, onwardsOf, type Positions } from './supply.ts';
import type { Point } from './takers.ts';

/** The power of a part of a net. */
export interface Counted {
  /** Null = nothing of it is known. */
  readonly kW: number | null;
  /** Takers of the part that are in no sum. */
  readonly unknown: number;
}

/**
 * What a part of a net takes now: counted where it is measured first on the way from the sources, so that what is not metered
 * below a meter is in it. A meter that measures others as well, or past which power flows, is left out: then those behind it count.
 * @param part points of the part @param takers all of the net
 */
export function countedOf(
  net: Net,
  now: Positions,
  part: readonly Point[],
  takers: readonly Point[],
): Counted {
  const own = new Set(part.map(({ id }) => id));
  const others = new Set(takers.flatMap(({ id }) => (own.has(id) ? [] : [id])));
  const known = new Map(part.flatMap((one) => (one.kW === null ? [] : [[one.id, one] as const])));
  for (;;) {
    const seen = liveFrom(net, now, net.sources, known);
    const first = [...known.values()].filter(({ id }) => seen.has(id));
    const shared = first.filter(({ id }) => isShared(net, now, id, seen, others));
    for (const { id } of shared) known.delete(id);
    if (shared.length > 0) continue;
    // Two symbols may show one meter.
    const powers = new Map(first.map(({ ammeterId, kW }) => [ammeterId, kW]));
    const open = takers.filter(({ id }) => own.has(id) && seen.has(id) && !known.has(id));
    return { kW: sumOf([...powers.values()]), unknown: open.length };
  }
}

/** Whether a meter measures others too, or power flows past it to what lies behind. */
function isShared(
  net: Net,
  now: Positions,
  id: string,
  seen: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean {
  if (net.roles.get(id) === 'load' || (net.next.get(id)?.length ?? 0) < 2) return false;
  const behind = onwardsOf(net, id).filter((one) => !seen.has(one));
  return behind.length === 0 || [...liveFrom(net, now, behind, seen)].some((one) => others.has(one));
}
