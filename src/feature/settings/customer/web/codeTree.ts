import type { FlatNode } from '#feature/settings/masterData/web/public.ts';

/** A node of a tree select. */
export interface CodeNode {
  readonly value: string;
  readonly title: string;
  readonly children: CodeNode[];
}

/** A flat list as a tree; a row whose parent is missing is a root. */
export function codeTree(rows: readonly FlatNode[]): CodeNode[] {
  const nodes = new Map<number, CodeNode>(
    rows.map((row) => [row.id, { value: row.code, title: `${row.name} ${row.code}`, children: [] }]),
  );
  const roots: CodeNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId);
    if (node) (parent?.children ?? roots).push(node);
  }
  return roots;
}
