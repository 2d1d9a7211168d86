import type { Field } from '#contract/field.ts';
import { shownName } from '#web/text/secondName.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { kindWebs } from './kinds.ts';
import type { ResourceRow } from './kindWeb.ts';
import type { WebSlots } from './slot.ts';

export interface ValueCellProps {
  readonly name: string;
  readonly field: Field;
  readonly row: ResourceRow;
  readonly slots: WebSlots;
}

/** A name in English for an English reader, where the row has one beside it. */
function shownValue(row: ResourceRow, name: string): unknown {
  const [value, english] = [row[name], row[`${name}En`]];
  return typeof value === 'string' && typeof english === 'string' ? shownName(value, english) : value;
}

/** One value of a row as its kind or its slot shows it; `--` where there is none. */
export function ValueCell({ name, field, row, slots }: ValueCellProps) {
  const value = shownValue(row, name);
  const props = { field, value, title: row.titles?.[name] };
  const Slot = slots.cells?.[name];
  if (Slot) return <Slot {...props} row={row} />;
  if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) return <Missing />;
  const { Cell } = kindWebs[field.kind];
  return <Cell {...props} />;
}
