import type { ResourceRow } from '#web/resource/kindWeb.ts';

/** A function with what stands below it. */
export interface FunctionNode {
  readonly id: number;
  readonly name: string;
  /** Its names in both languages, in small letters: what a search looks at. */
  readonly words: string;
  readonly children: readonly FunctionNode[];
}

/** The functions as a tree of wings, subjects, screens and buttons; the root above the wings is left out. */
export function functionTree(rows: readonly ResourceRow[], titleField: string): FunctionNode[] {
  const known = new Set(rows.map((row) => row.id));
  const below = new Map<number | null, ResourceRow[]>();
  for (const row of rows.toSorted((a, b) => Number(a['ix']) - Number(b['ix']) || a.id - b.id)) {
    const parent = known.has(Number(row['parentId'])) ? Number(row['parentId']) : null;
    below.set(parent, [...(below.get(parent) ?? []), row]);
  }
  const walk = (parent: number | null): FunctionNode[] =>
    (below.get(parent) ?? []).map((row) => ({
      id: row.id,
      name: String(row[titleField] ?? row['funName']),
      words: `${String(row['funName'])} ${String(row['funNameEn'])}`.toLowerCase(),
      children: walk(row.id),
    }));
  return walk(null).flatMap((root) => (root.children.length > 0 ? root.children : [root]));
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

const holds = (node: FunctionNode, words: readonly string[]): boolean =>
  words.every((word) => node.words.includes(word));

/** The functions whose name holds every word that is looked for, with what stands above them, and all below them. */
export function matching(nodes: readonly FunctionNode[], search: string): readonly FunctionNode[] {
  const words = wordsOf(search);
  if (words.length === 0) return nodes;
  return nodes.flatMap((node) => {
    if (holds(node, words)) return [node];
    const children = matching(node.children, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The ids of those among the matching functions that stand above one that holds the words: they are open. */
export const idsOnTheWay = (nodes: readonly FunctionNode[], search: string): number[] =>
  nodes.flatMap((node) =>
    holds(node, wordsOf(search)) ? [] : [node.id, ...idsOnTheWay(node.children, search)],
  );

/** The ids of nodes and of all below them. */
export const idsBelow = (nodes: readonly FunctionNode[]): number[] =>
  nodes.flatMap((node) => [node.id, ...idsBelow(node.children)]);

/** The ids above each function, nearest last; those of the left out root among them. */
export function idsAbove(rows: readonly ResourceRow[], id: number): number[] {
  const parents = new Map(rows.map((row) => [row.id, Number(row['parentId']) || null]));
  const above: number[] = [];
  for (let up = parents.get(id) ?? null; up !== null && parents.has(up); up = parents.get(up) ?? null)
    above.unshift(up);
  return above;
}
