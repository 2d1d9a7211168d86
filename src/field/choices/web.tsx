import { Select } from 'antd';
import { CodeFilter } from '#web/resource/CodeFilter.tsx';
import { codeOptions } from '#web/resource/codeOptions.ts';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { useLanguage } from '#web/text/language.ts';
import { choicesKind } from './contract.ts';

export const column: KindColumn = { align: 'start', width: 120, inline: false };

export function Cell({ field, value }: CellProps) {
  const words = choicesKind.format(value, field, useLanguage());
  return <span title={words}>{words}</span>;
}

export function Input({ field, id, value, onChange, invalid, describedBy, label }: InputProps) {
  const options = codeOptions(field, useLanguage());
  return (
    <Select
      mode="multiple"
      id={id}
      value={Array.isArray(value) ? value.map(String) : []}
      options={options}
      onChange={(codes: readonly string[]) => onChange(codes)}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      aria-label={label}
      style={{ width: '100%' }}
      {...(invalid ? { status: 'error' as const } : {})}
    />
  );
}

export function Filter(props: FilterProps) {
  return <CodeFilter {...props} options={codeOptions(props.field, useLanguage())} />;
}
