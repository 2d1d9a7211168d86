import { Input as AntInput } from 'antd';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { TypedFilter } from '#web/resource/TypedFilter.tsx';
import { textFilters } from '#web/resource/filterText.ts';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { unitText } from '#web/ui/unit.ts';

export const column: KindColumn = { align: 'start', width: 96, inline: true };

/** Values longer than this are written in several lines. */
const ONE_LINE = 200;

export function Cell({ value }: CellProps) {
  return <span title={String(value)}>{String(value)}</span>;
}

export function Input({ field, id, value, onChange, invalid, describedBy, label, inline }: InputProps) {
  const shared = {
    id,
    value: value == null ? '' : String(value),
    'aria-invalid': invalid ?? false,
    'aria-describedby': describedBy,
    'aria-label': label,
    autoComplete: 'off',
    ...(invalid ? { status: 'error' as const } : {}),
  };
  if (!inline && (field.max ?? 0) > ONE_LINE) {
    return (
      <AntInput.TextArea
        {...shared}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <AntInput
      {...shared}
      {...(inline ? { size: 'small' as const } : {})}
      {...(field.unit ? { suffix: unitText(field.unit) } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function Filter(props: FilterProps) {
  const t = useResourceTexts();
  return <TypedFilter {...props} read={textFilters} hint={t('textFilterHint')} />;
}
