import { DatePicker, Input as AntInput } from 'antd';
import dayjs from 'dayjs';
import { SpanFilter } from '#web/resource/SpanFilter.tsx';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';

export const column: KindColumn = { align: 'start', width: 190, inline: true };

const SHOWN = 'YYYY-MM-DD HH:mm';

/** An instant in the zone of this device; with seconds and offset on hover. */
export function Cell({ value }: CellProps) {
  const at = dayjs(String(value));
  return <time title={at.format('YYYY-MM-DD HH:mm:ss Z')}>{at.format(SHOWN)}</time>;
}

export function Input({ id, value, onChange, invalid, describedBy, label, inline }: InputProps) {
  const text = value == null ? '' : String(value);
  const at = dayjs(text);
  const marks = {
    'aria-invalid': invalid ?? false,
    'aria-describedby': describedBy,
    'aria-label': label,
    ...(invalid ? { status: 'error' as const } : {}),
  };
  if (inline) {
    return (
      <AntInput {...marks} size="small" value={text} onChange={(event) => onChange(event.target.value)} />
    );
  }
  return (
    <DatePicker
      {...marks}
      id={id ?? ''}
      showTime={{ format: 'HH:mm' }}
      format={SHOWN}
      value={text && at.isValid() ? at : null}
      onChange={(next) => onChange(next ? next.format() : null)}
      style={{ width: '100%' }}
    />
  );
}

/** Whole days in the zone of this device. */
export function Filter(props: FilterProps) {
  return (
    <SpanFilter
      {...props}
      first={(day) => dayjs(day).startOf('day').format()}
      last={(day) => dayjs(day).endOf('day').format()}
    />
  );
}
