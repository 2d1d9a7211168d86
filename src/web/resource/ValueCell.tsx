import type { Field } from '#contract/field.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { kindWebs } from './kinds.ts';
import type { ResourceRow } from './kindWeb.ts';
import { shownValue } from './shownValue.ts';
import type { WebSlots } from './slot.ts';
import { isEmpty } from './words.ts';

export interface ValueCellProps {
  readonly name: string;
  readonly field: Field;
  readonly row: ResourceRow;
  readonly slots: WebSlots;
}

/** One value of a row as its kind or its slot shows it; where there is none, what that means, else `--`. */
export function ValueCell({ name, field, row, slots }: ValueCellProps) {
  const say = useText();
  const value = shownValue(row, name, field);
  const props = { field, value, title: row.titles?.[name] };
  const Slot = slots.cells?.[name];
  if (Slot) return <Slot {...props} row={row} />;
  if (isEmpty(value)) return field.whenEmpty ? <>{say(field.whenEmpty)}</> : <Missing />;
  const { Cell } = kindWebs[field.kind];
  return <Cell {...props} />;
}
