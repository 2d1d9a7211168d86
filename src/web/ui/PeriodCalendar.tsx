import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Period, PeriodKind } from './period.ts';

const FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;

export interface PeriodCalendarProps {
  readonly kind: PeriodKind;
  readonly value: Period;
  readonly max: Period | undefined;
  readonly onChange: (period: Period) => void;
  readonly onClose: () => void;
}

/** The open calendar of a `PeriodPicker`. */
export default function PeriodCalendar({ kind, value, max, onChange, onClose }: PeriodCalendarProps) {
  return (
    <DatePicker
      open
      // It takes the place of the button that was pressed.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      allowClear={false}
      picker={kind === 'day' ? 'date' : kind}
      format={FORMATS[kind]}
      value={dayjs(value)}
      style={{ width: 124 }}
      disabledDate={(day) => max !== undefined && day.format(FORMATS[kind]) > max}
      onChange={(day) => {
        if (day) onChange(day.format(FORMATS[kind]));
      }}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    />
  );
}
