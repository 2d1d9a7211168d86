import { fedOf, type Net, onwardsOf, perhapsFrom, type Positions } from './supply.ts';
import type { Point } from './takers.ts';

/** Who may feed what: of each source and transformer that is fed itself the points behind it. */
export type Feeders = ReadonlyMap<string, ReadonlySet<string>>;

const isTransformer = (net: Net, id: string): boolean => net.roles.get(id) === 'transformer';

/** How many transformers lie before each knot, by the shortest way; the grid counts before sources that stand in the plant. */
function ranksOf(net: Net, positions: Positions, grid: ReadonlySet<string>): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  const ways = (id: string): readonly string[] => onwardsOf(net, id);
  const stops = { has: (id: string) => ranks.has(id) || isTransformer(net, id) };
  for (const sources of [net.sources.filter((id) => grid.has(id)), net.sources]) {
    let from: readonly string[] = sources.filter((id) => !ranks.has(id));
    for (let rank = 0; from.length > 0; rank++) {
      const fresh = [...perhapsFrom(net, positions, from, ways, stops)].filter((id) => !ranks.has(id));
      for (const id of fresh) ranks.set(id, rank);
      from = fresh.filter((id) => isTransformer(net, id)).flatMap(ways).filter((id) => !ranks.has(id)); // prettier-ignore
    }
  }
  return ranks;
}

/**
 * What each source and transformer may feed, over switches whose position is not known as well. A transformer passes on to the side
 * before which more transformers lie; where both sides have sources it may be either.
 */
export function feedersOf(
  net: Net,
  positions: Positions,
  points: readonly Point[],
  grid: ReadonlySet<string>,
): Feeders {
  const ranks = ranksOf(net, positions, grid);
  const rankOf = (id: string): number => ranks.get(id) ?? Infinity;
  const ways = (id: string): readonly string[] => {
    const all = onwardsOf(net, id);
    if (!isTransformer(net, id)) return all;
    const below = all.filter((way) => rankOf(way) > rankOf(id));
    return below.length > 0 || all.length < 2 ? below : all;
  };
  const gates = [...net.roles].flatMap(([id, role]) =>
    role === 'source' || (role === 'transformer' && ranks.has(id)) ? [id] : [],
  );
  return new Map(
    gates.map((gate) => {
      const behind = perhapsFrom(net, positions, isTransformer(net, gate) ? ways(gate) : [gate], ways);
      return [gate, new Set(points.flatMap(({ id, at }) => (behind.has(at) ? [id] : [])))];
    }),
  );
}

/** Points that a source or transformer alone feeds for certain. */
export function fedByAlone(
  net: Net,
  gate: string,
  positions: Positions,
  points: readonly Point[],
): ReadonlySet<string> {
  const fed = fedOf(net, positions);
  const rest = fedOf(without(net, gate), positions);
  return new Set(
    points.flatMap(({ id, at }) => (fed.get(at) === 'live' && rest.get(at) === 'dead' ? [id] : [])),
  );
}

/** A net in which one knot is taken out. */
export function without(net: Net, id: string): Net {
  const roles = new Map(net.roles);
  roles.set(id, 'end');
  return { ...net, roles, sources: net.sources.filter((one) => one !== id) };
}
