import type { Scene } from '#contract/scene/scene.ts';
import { type Box, boundsOf, elementsOf, meets, type Point } from '#domain/scene/geometry.ts';
import { openElements } from './useEditing.ts';

/** A line that shows what a moved element stands in line with. */
export interface Guide {
  readonly axis: 'x' | 'y';
  /** Where the line lies, and its ends across. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const GRID = 10;
/** px within which middles take each other. */
const NEAR = 6;

/** How far elements move: onto the grid, or into line with the middle of another that is near. */
export function snapped(
  scene: Scene,
  ids: ReadonlySet<string>,
  by: Point,
): Point & { readonly guides: readonly Guide[] } {
  const elements = elementsOf(scene);
  const lead = [...ids].map((id) => elements.get(id)).find((one) => one !== undefined && 'x' in one);
  if (!lead || !('x' in lead)) return { x: Math.round(by.x), y: Math.round(by.y), guides: [] };
  const box = boundsOf(lead, elements);
  const middle = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  const goal = { x: middle.x + by.x, y: middle.y + by.y };
  const grid = {
    x: Math.round((lead.x + by.x) / GRID) * GRID - lead.x,
    y: Math.round((lead.y + by.y) / GRID) * GRID - lead.y,
  };
  const guides: Guide[] = [];
  const others = openElements(scene).flatMap((one) =>
    ids.has(one.id) || one.type === 'wire' ? [] : [boundsOf(one, elements)],
  );
  const pull = (axis: 'x' | 'y'): number => {
    const [size, across, far] = axis === 'x' ? (['w', 'y', 'h'] as const) : (['h', 'x', 'w'] as const);
    let best: { off: number; other: Box } | null = null;
    for (const other of others) {
      const off = other[axis] + other[size] / 2 - goal[axis];
      if (Math.abs(off) <= NEAR && (!best || Math.abs(off) < Math.abs(best.off))) best = { off, other };
    }
    if (!best) return grid[axis];
    const { off, other } = best;
    const ends = [other[across] + other[far] / 2, goal[across]];
    guides.push({ axis, at: goal[axis] + off, from: Math.min(...ends), to: Math.max(...ends) });
    return by[axis] + off;
  };
  const [x, y] = [pull('x'), pull('y')];
  return { x, y, guides };
}

/** The open elements that a box touches. */
export function inBox(scene: Scene, box: Box): string[] {
  const elements = elementsOf(scene);
  return openElements(scene).flatMap((one) => (meets(boundsOf(one, elements), box) ? [one.id] : []));
}
