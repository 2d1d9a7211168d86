import { groupedBy } from '#domain/group.ts';

/** What hangs below what. */
interface Hanging {
  readonly ammeterId: number;
  readonly parentId: number | null;
}

/** A forest laid side by side: subtrees stand beside each other, so nothing of one lies over another. */
export interface Tree<T> {
  readonly roots: readonly T[];
  readonly children: (one: T) => readonly T[];
  /** px of its middle, from 0. */
  readonly x: (one: T) => number;
  readonly width: number;
}

/**
 * Lays a forest: each member stands over the middle of its children. A ring of parents is cut where it closes; whose
 * parent is not there is a root. @param roomOf least px that a member takes, with children and without
 */
export function layTree<T extends Hanging>(
  members: readonly T[],
  roomOf: (of: { readonly inner: boolean }) => number,
): Tree<T> {
  const byId = new Map(members.map((one) => [one.ammeterId, one]));
  const above = (one: T): T | undefined => (one.parentId === null ? undefined : byId.get(one.parentId));
  const below = groupedBy(members, above);
  const order: T[] = [];
  const kept = new Map<T, T[]>();
  const seen = new Set<T>();
  const roots: T[] = [];
  const walk = (root: T): void => {
    roots.push(root);
    const waiting = [root];
    seen.add(root);
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      order.push(one);
      const open = (below.get(one) ?? []).filter((child) => !seen.has(child));
      for (const child of open) seen.add(child);
      kept.set(one, open);
      waiting.push(...open);
    }
  };
  for (const root of below.get(undefined) ?? []) walk(root);
  for (const one of members) if (!seen.has(one)) walk(one);

  const children = (one: T): readonly T[] => kept.get(one) ?? [];
  const room = new Map<T, number>();
  const width = (one: T): number => room.get(one) ?? 0;
  const sum = (list: readonly T[]): number => list.reduce((length, one) => length + width(one), 0);
  // Those above stand before those below.
  for (const one of order.toReversed())
    room.set(one, Math.max(roomOf({ inner: children(one).length > 0 }), sum(children(one))));
  const left = new Map<T, number>();
  let length = 0;
  for (const root of roots) {
    left.set(root, length);
    length += width(root);
  }
  const middle = new Map<T, number>();
  for (const one of order) {
    const own = room.get(one) ?? 0;
    let at = (left.get(one) ?? 0) + (own - sum(children(one))) / 2;
    for (const child of children(one)) {
      left.set(child, at);
      at += room.get(child) ?? 0;
    }
  }
  for (const one of order.toReversed()) {
    const xs = children(one).map((child) => middle.get(child) ?? 0);
    const [first] = xs;
    const last = xs.at(-1);
    const own = (left.get(one) ?? 0) + (room.get(one) ?? 0) / 2;
    middle.set(one, first === undefined || last === undefined ? own : (first + last) / 2);
  }
  return { roots, children, x: (one) => Math.round((middle.get(one) ?? 0) / 5) * 5, width: length };
}
