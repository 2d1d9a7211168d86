import { Input as AntInput } from 'antd';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { structureKind } from './contract.ts';

export const column: KindColumn = { align: 'start', width: 120, inline: false };

export function Cell({ field, value }: CellProps) {
  const words = structureKind.format(value, field, 'en');
  return <span title={words}>{words.length > 40 ? `${words.slice(0, 40)}…` : words}</span>;
}

/** The JSON text itself; a screen with an editor for the structure puts it into the slot `inputs`. */
export function Input({ id, value, onChange, invalid, describedBy, label }: InputProps) {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value, null, 1);
  return (
    <AntInput.TextArea
      {...(id ? { id } : {})}
      value={text}
      autoSize={{ minRows: 3, maxRows: 12 }}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      aria-label={label}
      {...(invalid ? { status: 'error' as const } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A structure is not searched by its parts. */
export function Filter(_props: FilterProps) {
  return null;
}
