import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { INTERVAL } from '#contract/interval.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { Interval } from '#contract/interval.ts';

export interface RangeFieldProps {
  readonly interval: Interval;
  readonly begin: string;
  readonly end: string;
  readonly today: string;
  readonly onChange: (range: { begin: string; end: string }) => void;
}

const DATE = 'YYYY-MM-DD';

/** First and last day, month or year; of a range that is too long the screen shows what it can, and says so. */
export function RangeField({ interval, begin, end, today, onChange }: RangeFieldProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const unit = interval === INTERVAL.year ? 'year' : interval === INTERVAL.month ? 'month' : 'day';
  return (
    <DatePicker.RangePicker
      aria-label={t('time')}
      allowClear={false}
      picker={unit === 'day' ? 'date' : unit}
      value={[dayjs(begin), dayjs(end)]}
      style={{ width: unit === 'day' ? 240 : 190, maxWidth: '100%' }}
      disabledDate={(day) => day.startOf(unit).format(DATE) > today}
      onChange={(range) => {
        const [from, to] = range ?? [];
        if (!from || !to) return;
        const last = to.endOf(unit).format(DATE);
        onChange({ begin: from.startOf(unit).format(DATE), end: last > today ? today : last });
      }}
    />
  );
}
