import type { NetMeter } from '../contract.ts';

/** Size of a drawn meter, and the room between them, in pixels. */
export const BOX = { width: 190, height: 66, gapX: 56, gapY: 14, margin: 12 } as const;

/** Where a meter is drawn. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A drawing: the tree lies on its side, those above at the left. */
export interface Layout {
  readonly places: ReadonlyMap<number, Place>;
  readonly width: number;
  readonly height: number;
}

/** What a drawing knows of a meter. */
export type Drawn = Pick<NetMeter, 'ammeterId' | 'parentId' | 'depth'>;

/**
 * Places meters (those above before those below); one stands at the middle of those below it. A meter whose parent is
 * not drawn stands at the left; a ring of parents is drawn from the first of its meters on.
 */
export function layoutOf(meters: readonly Drawn[]): Layout {
  const children = childrenOf(meters);
  const places = new Map<number, Place>();
  let next: number = BOX.margin;
  let deepest = 0;
  const begun = new Set<number>();
  const put = (id: number, depth: number): number => {
    begun.add(id);
    deepest = Math.max(deepest, depth);
    const open = (children.get(id) ?? []).filter((child) => !begun.has(child));
    const below = open.map((child) => put(child, depth + 1));
    const y = below.length > 0 ? ((below[0] ?? 0) + (below.at(-1) ?? 0)) / 2 : next;
    if (below.length === 0) next += BOX.height + BOX.gapY;
    places.set(id, { x: BOX.margin + depth * (BOX.width + BOX.gapX), y });
    return y;
  };
  for (const root of children.get(null) ?? []) put(root, 0);
  for (const { ammeterId } of meters) if (!begun.has(ammeterId)) put(ammeterId, 0);
  return {
    places,
    width: BOX.margin * 2 + (deepest + 1) * BOX.width + deepest * BOX.gapX,
    height: Math.max(BOX.height + BOX.margin, next - BOX.gapY) + BOX.margin,
  };
}

/** The meters right below each, in their order; those whose parent is not among them stand below null. */
export function childrenOf(meters: readonly Drawn[]): ReadonlyMap<number | null, readonly number[]> {
  const there = new Set(meters.map(({ ammeterId }) => ammeterId));
  const children = new Map<number | null, number[]>();
  for (const { ammeterId, parentId } of meters) {
    const parent = parentId !== null && there.has(parentId) && parentId !== ammeterId ? parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), ammeterId]);
  }
  return children;
}

/** The line from a meter to one below it. */
export function lineOf(from: Place, to: Place): string {
  const x1 = from.x + BOX.width;
  const y1 = from.y + BOX.height / 2;
  const y2 = to.y + BOX.height / 2;
  const middle = x1 + BOX.gapX / 2;
  return `M${x1} ${y1}H${middle}V${y2}H${to.x}`;
}
