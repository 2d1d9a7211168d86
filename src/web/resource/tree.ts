import type { ResourceRow } from './kindWeb.ts';

/** A row of a table that may stand in a tree. */
export interface TableRow {
  readonly row: ResourceRow;
  /** 0 = a root. */
  readonly depth: number;
  /** Undefined: no children. */
  readonly open: boolean | undefined;
}

/** Rows of a page, none below another. */
export const flatRows = (rows: readonly ResourceRow[]): TableRow[] =>
  rows.map((row) => ({ row, depth: 0, open: undefined }));

const ORDER = 'ix';

const byOrder = (a: ResourceRow, b: ResourceRow): number =>
  Number(a[ORDER] ?? 0) - Number(b[ORDER] ?? 0) || a.id - b.id;

/**
 * The visible rows of a tree, top down. `parent` names the field that points to the row above; a row whose parent is
 * not among the rows is a root. With `match`, only matching rows and what stands above them.
 */
export function treeRows(
  rows: readonly ResourceRow[],
  parent: string,
  opened: ReadonlySet<number>,
  match?: (row: ResourceRow) => boolean,
): TableRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const above = (row: ResourceRow): ResourceRow | undefined => byId.get(Number(row[parent]));
  const kept = match ? withAncestors(rows.filter(match), above) : new Set(rows.map((row) => row.id));
  const children = new Map<number | null, ResourceRow[]>();
  for (const row of rows) {
    if (!kept.has(row.id)) continue;
    const key = above(row)?.id ?? null;
    children.set(key, [...(children.get(key) ?? []), row]);
  }
  const visible: TableRow[] = [];
  const visit = (key: number | null, depth: number): void => {
    for (const row of (children.get(key) ?? []).toSorted(byOrder)) {
      const open = children.has(row.id) ? opened.has(row.id) : undefined;
      visible.push({ row, depth, open });
      if (open) visit(row.id, depth + 1);
    }
  };
  visit(null, 0);
  return visible;
}

function withAncestors(
  rows: readonly ResourceRow[],
  above: (row: ResourceRow) => ResourceRow | undefined,
): Set<number> {
  const kept = new Set<number>();
  for (const row of rows)
    for (let at: ResourceRow | undefined = row; at && !kept.has(at.id); at = above(at)) kept.add(at.id);
  return kept;
}

/** The ids of rows that others stand below. */
export const parentsOf = (rows: readonly ResourceRow[], parent: string): Set<number> =>
  new Set(rows.map((row) => Number(row[parent])).filter((id) => id > 0));
