import { DatePicker, Input as AntInput } from 'antd';
import dayjs from 'dayjs';
import { timeAt } from '#domain/time/text.ts';
import { SpanFilter } from '#web/resource/SpanFilter.tsx';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { useShownZone, useZone } from '#web/session/zone.ts';
import { dayBounds, instantText, pickerTime } from '#web/ui/zoneTime.ts';

export const column: KindColumn = { align: 'start', width: 190, inline: true };

const SHOWN = 'YYYY-MM-DD HH:mm';

/** An instant in the zone of the enterprise in view, which hover names with the seconds. */
export function Cell({ value }: CellProps) {
  const zone = useShownZone();
  const seconds = dayjs(String(value)).format(':ss');
  const text = timeAt(zone, String(value));
  return <time title={`${text}${seconds} ${zone}`}>{text}</time>;
}

export function Input({ id, value, onChange, invalid, describedBy, label, inline, consumerId }: InputProps) {
  const zone = useZone(consumerId);
  const text = value == null ? '' : String(value);
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
      value={text && dayjs(text).isValid() ? pickerTime(text, zone) : null}
      onChange={(next) => onChange(next ? instantText(next, zone) : null)}
      style={{ width: '100%' }}
    />
  );
}

/** Whole days of the enterprise in view, from 00:00:00 to 23:59:59. */
export function Filter(props: FilterProps) {
  const zone = useZone(props.consumerId);
  return (
    <SpanFilter
      {...props}
      first={(day) => dayBounds(day, zone).first}
      last={(day) => dayBounds(day, zone).last}
      dayOf={(value) => timeAt(zone, value).slice(0, 10)}
    />
  );
}
