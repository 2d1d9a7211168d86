import { type CompositionTree, isGroup, type MeterPart, partOfKey, partKey } from '#contract/composition.ts';

/** A part of a tree: a rule, on a meter that it names or not, or a group. */
export type Node = number | MeterPart | CompositionTree;
/** Where a part stands: its place in each group on the way down; empty = the whole. */
export type Path = readonly number[];

export const EMPTY_TREE: CompositionTree = { kind: 'and', parts: [] };

const withParts = (tree: CompositionTree, parts: readonly Node[]): CompositionTree => ({ ...tree, parts });

/** A group of a tree; undefined where no group stands. */
export function groupAt(tree: CompositionTree, path: Path): CompositionTree | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return tree;
  const part = tree.parts[first];
  return part !== undefined && isGroup(part) ? groupAt(part, rest) : undefined;
}

/** The tree with a group changed. */
export function changeGroup(
  tree: CompositionTree,
  path: Path,
  change: (group: CompositionTree) => CompositionTree,
): CompositionTree {
  const [first, ...rest] = path;
  if (first === undefined) return change(tree);
  return withParts(
    tree,
    tree.parts.map((part, i) => (i === first && isGroup(part) ? changeGroup(part, rest, change) : part)),
  );
}

/** The group with another kind; at least n begins with 2 of its parts. */
export function withKind(group: CompositionTree, kind: CompositionTree['kind']): CompositionTree {
  const { parts } = group;
  return kind === 'atLeast' ? { kind, need: Math.max(1, Math.min(2, parts.length)), parts } : { kind, parts };
}

const insertAt = (tree: CompositionTree, group: Path, i: number, node: Node): CompositionTree =>
  changeGroup(tree, group, (one) => withParts(one, one.parts.toSpliced(i, 0, node)));

/** The tree with a part at the end of a group. */
export const added = (tree: CompositionTree, group: Path, node: Node): CompositionTree =>
  insertAt(tree, group, Infinity, node);

/** The tree without a part. */
export const removed = (tree: CompositionTree, path: Path): CompositionTree =>
  changeGroup(tree, path.slice(0, -1), (one) => withParts(one, one.parts.toSpliced(path.at(-1) ?? 0, 1)));

/** The tree with the rule of a part on these meters, a part each; none = on the meter that the whole is put to. */
export function onMeters(tree: CompositionTree, path: Path, meters: readonly number[]): CompositionTree {
  const i = path.at(-1) ?? 0;
  return changeGroup(tree, path.slice(0, -1), (one) => {
    const part = one.parts[i];
    if (part === undefined || isGroup(part)) return one;
    const { rule } = partOfKey(partKey(part));
    const rest = one.parts.toSpliced(i, 1);
    const stand = new Set(rest.flatMap((other) => (isGroup(other) ? [] : [partKey(other)])));
    const named = meters.length === 0 ? [rule] : meters.map((meter) => ({ rule, meter }));
    const fresh = named.filter((other) => !stand.has(partKey(other)));
    return withParts(one, one.parts.toSpliced(i, 1, ...fresh));
  });
}

/** The tree with a part one line up or down, into a group that stands there and out of its own at its ends; where it is then. */
export function moved(
  tree: CompositionTree,
  path: Path,
  by: -1 | 1,
): { readonly tree: CompositionTree; readonly path: Path } {
  const parent = path.slice(0, -1);
  const i = path.at(-1);
  const parts = groupAt(tree, parent)?.parts ?? [];
  const node = i === undefined ? undefined : parts[i];
  if (i === undefined || node === undefined) return { tree, path };
  const next = parts[i + by];
  const without = removed(tree, path);
  if (next !== undefined && isGroup(next)) {
    // Without the part the group below it stands one higher.
    const group = [...parent, by === 1 ? i : i - 1];
    const place = by === 1 ? 0 : next.parts.length;
    return { tree: insertAt(without, group, place, node), path: [...group, place] };
  }
  if (next !== undefined) return { tree: insertAt(without, parent, i + by, node), path: [...parent, i + by] };
  const own = parent.at(-1);
  if (own === undefined) return { tree, path };
  const outer = parent.slice(0, -1);
  const place = by === 1 ? own + 1 : own;
  return { tree: insertAt(without, outer, place, node), path: [...outer, place] };
}
