import { Select } from 'antd';
import { CodeFilter } from '#web/resource/CodeFilter.tsx';
import { codeOptions } from '#web/resource/codeOptions.ts';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { useLanguage } from '#web/text/language.ts';
import { choiceKind } from './contract.ts';

export const column: KindColumn = { align: 'start', width: 96, inline: true };

export function Cell({ field, value }: CellProps) {
  return <>{choiceKind.format(value, field, useLanguage())}</>;
}

export function Input({ field, id, value, onChange, invalid, describedBy, label, inline }: InputProps) {
  const options = codeOptions(field, useLanguage());
  return (
    <Select
      id={id}
      value={value == null || value === '' ? null : String(value)}
      options={options}
      onChange={(code: string | null | undefined) => onChange(code ?? null)}
      allowClear={!field.required}
      showSearch={{ optionFilterProp: 'label' }}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      aria-label={label}
      popupMatchSelectWidth={false}
      style={{ width: '100%' }}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(inline ? { size: 'small' as const } : {})}
    />
  );
}

export function Filter(props: FilterProps) {
  return <CodeFilter {...props} options={codeOptions(props.field, useLanguage())} />;
}
