import { pageKindOf } from '#contract/objectPage.ts';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { idsOf } from '#web/resource/ids.ts';
import { PageLink } from '#web/ui/PageLink.tsx';

export const column: KindColumn = { align: 'start', width: 120, inline: true };

export function Cell({ field, value, title }: CellProps) {
  const words = title ?? `#${String(value)}`;
  const kind = pageKindOf(field.refers);
  const [id] = idsOf(value);
  if (kind === null || id === undefined) return <span title={words}>{words}</span>;
  return (
    <PageLink kind={kind} id={id} title={words} quiet>
      {words}
    </PageLink>
  );
}

export function Input({ field, value, onChange, inline, ...rest }: InputProps) {
  return (
    <Picker
      {...rest}
      field={field}
      ids={idsOf(value)}
      onChange={(ids) => onChange(ids[0] ?? null)}
      multiple={false}
      small={inline ?? false}
      clearable={!field.required}
    />
  );
}

/** Any of some rows. */
export function Filter({ field, name, filters, onChange, label, consumerId }: FilterProps) {
  return (
    <Picker
      field={field}
      ids={idsOf(filters[0]?.value)}
      onChange={(ids) => onChange(ids.length ? [{ field: name, op: 'in', value: [...ids] }] : [])}
      multiple
      small
      label={label}
      consumerId={consumerId}
    />
  );
}
