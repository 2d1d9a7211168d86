import { pageKindOf } from '#contract/objectPage.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { idsOf } from '#web/resource/ids.ts';
import { targetOf } from '#web/resource/target.ts';
import { useSession } from '#web/session/session.ts';
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

/** Any of some rows; for whoever may not look at those, nothing. */
export function Filter({ field, name, filters, onChange, label, consumerId }: FilterProps) {
  const { funCodes } = useSession();
  const target = targetOf(field.refers);
  if (target && !funCodes.includes(funCodeOf(target, 'view'))) return null;
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
