/** A node of a tree that people arrange. */
export interface Arranged {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  /** What it is, in a word. */
  readonly kind: string;
  readonly children: readonly Arranged[];
}

/** A node as a line of the tree in view. */
export interface Line {
  readonly node: Arranged;
  readonly parentId: number | null;
  /** 1 = the top, as a screen reader counts. */
  readonly level: number;
  /** Its place among its siblings, from 0, and how many they are. */
  readonly at: number;
  readonly of: number;
}

/** The lines in view, top down. */
export function linesOf(
  nodes: readonly Arranged[],
  closed: ReadonlySet<number>,
  parentId: number | null = null,
  level = 1,
): Line[] {
  return nodes.flatMap((node, at) => [
    { node, parentId, level, at, of: nodes.length },
    ...(closed.has(node.id) ? [] : linesOf(node.children, closed, node.id, level + 1)),
  ]);
}

/** The nodes that hold the words, with what stands above them. */
export function found(nodes: readonly Arranged[], words: string): Arranged[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = found(node.children, wanted);
    const fits = `${node.name} ${node.code}`.toLowerCase().includes(wanted);
    return fits || children.length > 0 ? [{ ...node, children: fits ? node.children : children }] : [];
  });
}

/** How many nodes stand below one. */
export const below = (node: Arranged): number =>
  node.children.reduce((sum, child) => sum + 1 + below(child), 0);

/** Where a node is to come: as the `ix`-th below a parent; null = the top. */
export interface Target {
  readonly parentId: number | null;
  readonly ix: number;
}

/** The part of a line where something is held over it. */
export type Part = 'before' | 'inside' | 'after';

/** Upper quarter: before it; lower quarter: after it; between: below it. */
export const partAt = (share: number): Part => (share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside');

/** Where a node that is dropped on a part of a line comes to stand. */
export function targetOf(dragged: Line, over: Line, part: Part): Target {
  if (part === 'inside') return { parentId: over.node.id, ix: over.node.children.length };
  const ix = over.at + (part === 'after' ? 1 : 0);
  // Among its own siblings it leaves a place free first.
  const shift = dragged.parentId === over.parentId && dragged.at < ix ? 1 : 0;
  return { parentId: over.parentId, ix: ix - shift };
}
