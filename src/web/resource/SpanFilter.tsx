import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { dateAt } from '#domain/time/text.ts';
import { useZone } from '#web/session/zone.ts';
import type { FilterProps } from './kindWeb.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface SpanFilterProps extends FilterProps {
  /** The bounds of a day `YYYY-MM-DD` as the field writes its values. */
  readonly first: (day: string) => string;
  readonly last: (day: string) => string;
  /** The day `YYYY-MM-DD` of such a bound. */
  readonly dayOf: (value: string) => string;
}

/** From one day to another, both included; either end may be open. Days to come only where they may lie ahead. */
export function SpanFilter({
  field,
  name,
  filters,
  onChange,
  label,
  consumerId,
  first,
  last,
  dayOf,
}: SpanFilterProps) {
  const t = useResourceTexts();
  const zone = useZone(consumerId);
  const [opened] = useState(() => new Date());
  const bound = (op: 'ge' | 'le') => {
    const value = filters.find((one) => one.op === op)?.value;
    return typeof value === 'string' && dayjs(value).isValid() ? dayjs(dayOf(value)) : null;
  };
  return (
    <DatePicker.RangePicker
      size="small"
      aria-label={label}
      placeholder={[t('from'), t('to')]}
      allowEmpty={[true, true]}
      {...(field.ahead ? {} : { maxDate: dayjs(dateAt(zone, opened)) })}
      value={[bound('ge'), bound('le')]}
      onChange={(span) => {
        const [from, to] = span ?? [null, null];
        onChange([
          ...(from ? [{ field: name, op: 'ge' as const, value: first(from.format('YYYY-MM-DD')) }] : []),
          ...(to ? [{ field: name, op: 'le' as const, value: last(to.format('YYYY-MM-DD')) }] : []),
        ]);
      }}
      style={{ width: '100%' }}
    />
  );
}
