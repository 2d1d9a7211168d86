import { DatePicker, Input as AntInput } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { instantBy } from '#domain/cell/instant.ts';
import { momentAt, timeAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
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

const marksOf = ({ invalid, describedBy, label }: InputProps) => ({
  'aria-invalid': invalid ?? false,
  'aria-describedby': describedBy,
  'aria-label': label,
  ...(invalid ? { status: 'error' as const } : {}),
});

export function Input(props: InputProps) {
  return props.inline ? <TypedTime {...props} /> : <PickedTime {...props} />;
}

/** Typed in its cell, on the clock on which the cell shows it. */
function TypedTime(props: InputProps) {
  const { value, onChange } = props;
  const zone = useShownZone();
  const [text, setText] = useState(() =>
    typeof value === 'string' && dayjs(value).isValid() ? momentAt(zone, value) : '',
  );
  return (
    <AntInput
      {...marksOf(props)}
      size="small"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(instantBy(zoneOf(zone), target.value) ?? target.value);
      }}
    />
  );
}

function PickedTime(props: InputProps) {
  const { id, value, onChange, consumerId } = props;
  const zone = useZone(consumerId);
  const text = value == null ? '' : String(value);
  return (
    <DatePicker
      {...marksOf(props)}
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
