import { Input as AntInput } from 'antd';
import { TypedFilter } from '#web/resource/TypedFilter.tsx';
import { numberFilters } from '#web/resource/filterText.ts';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { formatFull, formatNumber, shownDecimals } from '#domain/figure/number.ts';
import { unitText } from '#web/ui/unit.ts';

export const column: KindColumn = { align: 'end', width: 84, inline: true };

export function Cell({ field, value }: CellProps) {
  if (field.plain) return <span>{String(value)}</span>;
  return (
    <span title={`${formatFull(Number(value))} ${unitText(field.unit ?? '')}`.trim()}>
      {formatNumber(Number(value), shownDecimals(Number(value), field.decimals, field.unit))}
    </span>
  );
}

/** Numbers are typed as text: thousands commas and full-width digits are read, nothing is changed while typing. */
export function Input({ field, id, value, onChange, invalid, describedBy, label, inline }: InputProps) {
  return (
    <AntInput
      id={id}
      value={value == null ? '' : String(value)}
      inputMode="decimal"
      autoComplete="off"
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      aria-label={label}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(inline ? { size: 'small' as const } : {})}
      {...(field.unit && !inline ? { suffix: unitText(field.unit) } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function Filter(props: FilterProps) {
  const t = useResourceTexts();
  return <TypedFilter {...props} read={numberFilters} hint={t('numberFilterHint')} />;
}
