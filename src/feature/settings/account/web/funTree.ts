import { queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';

/** A node of the stored menu with its buttons. */
export interface FunNode {
  readonly funId: number;
  readonly funCode: string;
  readonly funName: string;
  readonly funType: string;
  readonly url: string | null;
  readonly className: string | null;
  readonly iconName: string | null;
  readonly children: readonly FunNode[];
}

export const funTreeQuery = (language: string) =>
  queryOptions({
    queryKey: ['sys', 'fun', 'tree', language],
    queryFn: () => get<FunNode[]>('sys/fun/getFunTree', {}, { quiet: true }),
  });

export const isHidden = (node: FunNode): boolean => (node.className ?? '').split(' ').includes('hide');

/** Where a node stands: its parent (null at the top), its siblings, its place among them. */
export interface Place {
  readonly node: FunNode;
  readonly parent: FunNode | null;
  readonly siblings: readonly FunNode[];
  readonly ix: number;
}

/** The place of a node in a tree; undefined where it is not there. */
export function placeOf(
  nodes: readonly FunNode[],
  funId: number,
  parent: FunNode | null = null,
): Place | undefined {
  const ix = nodes.findIndex((node) => node.funId === funId);
  const node = nodes[ix];
  if (node) return { node, parent, siblings: nodes, ix };
  for (const one of nodes) {
    const found = placeOf(one.children, funId, one);
    if (found) return found;
  }
  return undefined;
}

/** How a dragged node comes to lie: into a target, or into the gap before or after it. */
export interface Drop {
  readonly target: number;
  readonly where: 'into' | 'before' | 'after';
}

/** The new parent and place (among the other children) of a dropped node; null where it may not go. */
export function landing(
  nodes: readonly FunNode[],
  moved: number,
  { target, where }: Drop,
): { parentId: number; ix: number } | null {
  const at = placeOf(nodes, target);
  const own = placeOf(nodes, moved);
  if (!at || !own || placeOf([own.node], target)) return null;
  if (where === 'into') {
    // Buttons have nothing below them, and screens only buttons.
    const fits =
      at.node.funType === 'group' || (at.node.funType === 'screen' && own.node.funType === 'button');
    return fits ? { parentId: target, ix: 0 } : null;
  }
  if (!at.parent) return null;
  const others = at.siblings.filter((one) => one.funId !== moved);
  const ix = others.findIndex((one) => one.funId === target);
  return { parentId: at.parent.funId, ix: where === 'after' ? ix + 1 : ix };
}
