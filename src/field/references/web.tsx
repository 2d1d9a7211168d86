import type { CellProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { idsOf } from '#web/resource/ids.ts';
import { Picker } from '#web/resource/Picker.tsx';

export { Filter } from '../reference/web.tsx';

export const column: KindColumn = { align: 'start', width: 120, inline: false };

export function Cell({ value, title }: CellProps) {
  const words = title ?? idsOf(value).join(', ');
  return <span title={words}>{words}</span>;
}

export function Input({ field, value, onChange, inline, ...rest }: InputProps) {
  return (
    <Picker {...rest} field={field} ids={idsOf(value)} onChange={onChange} multiple small={inline ?? false} />
  );
}
