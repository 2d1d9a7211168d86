import { NAME_COMMA } from '#contract/text.ts';
import type { CellProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { useText } from '#web/text/useTexts.ts';
import { CodeSelect } from '#web/resource/CodeSelect.tsx';

export { Filter } from '../code/web.tsx';

export const column: KindColumn = { align: 'start', width: 140, inline: false };

export function Cell({ value, title }: CellProps) {
  const codes = (value as readonly unknown[]).map(String);
  const list = codes.join(useText()(NAME_COMMA));
  const names = title ?? list;
  return <span title={`${list}: ${names}`}>{names}</span>;
}

export function Input({ field, value, onChange, inline, title: _, ...rest }: InputProps) {
  return (
    <CodeSelect
      {...rest}
      field={field}
      codes={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
      multiple
      small={inline ?? false}
    />
  );
}
