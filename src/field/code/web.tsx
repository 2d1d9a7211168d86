import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { CodeSelect } from '#web/resource/CodeSelect.tsx';
import { useLanguage } from '#web/text/language.ts';
import { codeKind } from './contract.ts';

export const column: KindColumn = { align: 'start', width: 120, inline: true };

export function Cell({ field, value, title }: CellProps) {
  const code = String(value);
  const fixed = codeKind.format(value, field, useLanguage());
  const name = fixed === code ? (title ?? code) : fixed;
  return <span title={`${code} ${name}`}>{name === code ? code : `${code} ${name}`}</span>;
}

const codesOf = (value: unknown): string[] =>
  [value ?? []].flat().flatMap((one) => (one === '' ? [] : [String(one)]));

export function Input({ field, value, onChange, inline, title: _, ...rest }: InputProps) {
  return (
    <CodeSelect
      {...rest}
      field={field}
      codes={codesOf(value)}
      onChange={(codes) => onChange(codes[0] ?? null)}
      multiple={false}
      small={inline ?? false}
      clearable={!field.required}
    />
  );
}

/** Any of some codes. */
export function Filter({ field, name, filters, onChange, label, consumerId }: FilterProps) {
  return (
    <CodeSelect
      field={field}
      codes={codesOf(filters[0]?.value)}
      onChange={(codes) => onChange(codes.length ? [{ field: name, op: 'in', value: [...codes] }] : [])}
      multiple
      small
      label={label}
      consumerId={consumerId}
    />
  );
}
