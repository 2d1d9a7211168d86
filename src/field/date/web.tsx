import { DatePicker, Input as AntInput } from 'antd';
import dayjs from 'dayjs';
import { shownDay } from './contract.ts';
import { SpanFilter } from '#web/resource/SpanFilter.tsx';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';

export const column: KindColumn = { align: 'start', width: 190, inline: true };

export function Cell({ field, value }: CellProps) {
  return <>{shownDay(value, field)}</>;
}

export function Input({ id, value, onChange, invalid, describedBy, label, inline }: InputProps) {
  const text = value == null ? '' : String(value);
  const marks = {
    'aria-invalid': invalid ?? false,
    'aria-describedby': describedBy,
    'aria-label': label,
    ...(invalid ? { status: 'error' as const } : {}),
  };
  // In a cell the day is typed: a calendar over the row would hide its neighbours.
  if (inline) {
    return (
      <AntInput {...marks} size="small" value={text} onChange={(event) => onChange(event.target.value)} />
    );
  }
  const day = dayjs(text);
  return (
    <DatePicker
      {...marks}
      id={id ?? ''}
      value={text && day.isValid() ? day : null}
      onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : null)}
      style={{ width: '100%' }}
    />
  );
}

export function Filter(props: FilterProps) {
  return <SpanFilter {...props} first={(day) => day} last={(day) => day} dayOf={(day) => day} />;
}
