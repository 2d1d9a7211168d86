import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';

/** One column of a list. */
export interface Column {
  readonly name: string;
  readonly field: Field;
  readonly shown: boolean;
  /** The title stands first and is always shown. */
  readonly pinned: boolean;
}

/** What a person chose; null = as the definition says. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly shown: readonly string[];
}

/**
 * The columns of a resource in the person's order. A field that is newer than the choice stands where the definition
 * puts it, shown unless it is hidden by default; a field that is gone is dropped.
 */
export function columnsOf(
  resource: Resource,
  choice: ColumnChoice | null,
  hidden: ReadonlySet<string> = new Set(),
): Column[] {
  const names = Object.keys(resource.fields);
  const known = new Set(choice?.order ?? []);
  const order = (choice?.order ?? []).filter((name) => names.includes(name));
  names.forEach((name, i) => {
    if (known.has(name)) return;
    const before = names.slice(0, i).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  });
  const byDefault = (name: string): boolean => !resource.fields[name]?.hidden && !hidden.has(name);
  const columns = order.map((name): Column => {
    const pinned = name === resource.title;
    const shown = pinned || (known.has(name) ? (choice?.shown.includes(name) ?? false) : byDefault(name));
    return { name, field: resource.fields[name] as Field, shown, pinned };
  });
  return [...columns.filter((c) => c.pinned), ...columns.filter((c) => !c.pinned)];
}

/** What is remembered of columns as they stand. */
export const choiceOf = (columns: readonly Column[]): ColumnChoice => ({
  order: columns.map((c) => c.name),
  shown: columns.filter((c) => c.shown).map((c) => c.name),
});

/** Moves a column to the place of another; the pinned one stays first. */
export function moveColumn(columns: readonly Column[], name: string, to: number): Column[] {
  const from = columns.findIndex((c) => c.name === name);
  const moved = columns[from];
  if (!moved || moved.pinned) return [...columns];
  const rest = columns.filter((c) => c.name !== name);
  const first = rest.filter((c) => c.pinned).length;
  rest.splice(Math.min(Math.max(to, first), rest.length), 0, moved);
  return rest;
}
