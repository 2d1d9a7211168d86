import { Select, Switch } from 'antd';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { useLanguage } from '#web/text/language.ts';
import { flagKind } from './contract.ts';

export const column: KindColumn = { align: 'start', width: 72, inline: true };

export function Cell({ field, value }: CellProps) {
  return <>{flagKind.format(value, field, useLanguage())}</>;
}

export function Input({ id, value, onChange, describedBy, label, inline }: InputProps) {
  return (
    <Switch
      id={id}
      checked={value === true}
      onChange={onChange}
      aria-describedby={describedBy}
      aria-label={label}
      {...(inline ? { size: 'small' as const } : {})}
    />
  );
}

export function Filter({ field, name, filters, onChange, label }: FilterProps) {
  const language = useLanguage();
  const chosen = filters[0]?.value;
  return (
    <Select
      size="small"
      allowClear
      value={chosen == null ? null : String(chosen)}
      options={[true, false].map((value) => ({
        value: String(value),
        label: flagKind.format(value, field, language),
      }))}
      onChange={(value: string | null | undefined) =>
        onChange(value == null ? [] : [{ field: name, op: 'eq', value: value === 'true' }])
      }
      aria-label={label}
      style={{ width: '100%' }}
    />
  );
}
