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

/** Places meters (those above before those below); one stands at the middle of those below it. */
export function layoutOf(meters: readonly Pick<NetMeter, 'ammeterId' | 'parentId' | 'depth'>[]): Layout {
  const children = new Map<number | null, number[]>();
  const depths = new Map<number, number>();
  for (const { ammeterId, parentId, depth } of meters) {
    depths.set(ammeterId, depth);
    children.set(parentId, [...(children.get(parentId) ?? []), ammeterId]);
  }
  const places = new Map<number, Place>();
  let next: number = BOX.margin;
  const put = (id: number): number => {
    const below = (children.get(id) ?? []).map(put);
    const y = below.length > 0 ? ((below[0] ?? 0) + (below.at(-1) ?? 0)) / 2 : next;
    if (below.length === 0) next += BOX.height + BOX.gapY;
    places.set(id, { x: BOX.margin + (depths.get(id) ?? 0) * (BOX.width + BOX.gapX), y });
    return y;
  };
  for (const root of children.get(null) ?? []) put(root);
  const deepest = Math.max(0, ...depths.values());
  return {
    places,
    width: BOX.margin * 2 + (deepest + 1) * BOX.width + deepest * BOX.gapX,
    height: Math.max(BOX.height, next - BOX.gapY) + BOX.margin,
  };
}

/** The line from a meter to one below it. */
export function lineOf(from: Place, to: Place): string {
  const x1 = from.x + BOX.width;
  const y1 = from.y + BOX.height / 2;
  const y2 = to.y + BOX.height / 2;
  const middle = x1 + BOX.gapX / 2;
  return `M${x1} ${y1}H${middle}V${y2}H${to.x}`;
}
