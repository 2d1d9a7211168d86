import { childrenOf, type Drawn } from './layout.ts';

/** A network with some branches closed. */
export interface Folded<M extends Drawn> {
  /** The meters that are drawn, in their order. */
  readonly meters: readonly M[];
  /** How many meters hang below each that has any, near and far. */
  readonly below: ReadonlyMap<number, number>;
}

/** Leaves out what hangs below closed meters; the way to `shown` stays open whatever is closed. */
export function foldNet<M extends Drawn>(
  meters: readonly M[],
  closed: ReadonlySet<number>,
  shown: number | null,
): Folded<M> {
  const children = childrenOf(meters);
  const open = new Set(wayTo(meters, shown));
  const below = new Map<number, number>();
  const hidden = new Set<number>();
  const seen = new Set<number>();
  const walk = (id: number, hide: boolean): number => {
    if (seen.has(id)) return 0;
    seen.add(id);
    if (hide) hidden.add(id);
    const under = hide || (closed.has(id) && !open.has(id));
    const count = (children.get(id) ?? []).map((child) => walk(child, under)).reduce((n, one) => n + one, 0);
    if (count > 0) below.set(id, count);
    return count + 1;
  };
  for (const root of children.get(null) ?? []) walk(root, false);
  for (const { ammeterId } of meters) walk(ammeterId, false);
  return { meters: meters.filter(({ ammeterId }) => !hidden.has(ammeterId)), below };
}

/** The meters above one, the next first; a ring ends where it closes. */
function wayTo(meters: readonly Drawn[], id: number | null): number[] {
  const parents = new Map(meters.map(({ ammeterId, parentId }) => [ammeterId, parentId]));
  const way: number[] = [];
  const seen = new Set(id === null ? [] : [id]);
  let up = id === null ? null : (parents.get(id) ?? null);
  while (up !== null && parents.has(up) && !seen.has(up)) {
    way.push(up);
    seen.add(up);
    up = parents.get(up) ?? null;
  }
  return way;
}

/** So many meters of a network can be read at a glance. */
const AT_A_GLANCE = 60;

/** The meters that are closed at first: so deep that what is drawn can be read, the incoming meters open in any case. */
export function firstClosed(meters: readonly Drawn[]): ReadonlySet<number> {
  if (meters.length <= AT_A_GLANCE) return new Set();
  const depths = meters.map(({ depth }) => depth);
  const deepest = Math.max(...depths);
  const within = (depth: number): number => depths.filter((one) => one <= depth).length;
  let shown = 1;
  while (shown < deepest && within(shown + 1) <= AT_A_GLANCE) shown += 1;
  return new Set(meters.filter(({ depth }) => depth >= shown).map(({ ammeterId }) => ammeterId));
}

/** The meter that an arrow leads to from another; undefined where there is none. */
export function neighbourOf(meters: readonly Drawn[], id: number, key: string): number | undefined {
  const me = meters.find(({ ammeterId }) => ammeterId === id);
  if (!me) return undefined;
  if (key === 'ArrowLeft') return meters.find(({ ammeterId }) => ammeterId === me.parentId)?.ammeterId;
  if (key === 'ArrowRight') return meters.find(({ parentId }) => parentId === id)?.ammeterId;
  if (key === 'Home') return meters[0]?.ammeterId;
  const column = meters.filter(({ depth }) => depth === me.depth);
  const at = column.indexOf(me);
  if (key === 'ArrowDown') return column[at + 1]?.ammeterId;
  if (key === 'ArrowUp') return column[at - 1]?.ammeterId;
  return undefined;
}
