import { TimePicker } from 'antd';
import dayjs from 'dayjs';

export interface TimeBoxProps {
  readonly label: string;
  /** `HH:mm` */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Minutes between the times offered; others may be typed. */
  readonly step?: number;
  readonly className?: string;
}

/** A time of day as `HH:mm` whatever the browser's language, where a time input of the browser may say a.m. and p.m. */
export function TimeBox({ label, value, onChange, step = 15, className }: TimeBoxProps) {
  return (
    <TimePicker
      {...(className === undefined ? {} : { className })}
      aria-label={label}
      format="HH:mm"
      minuteStep={step as 15}
      allowClear={false}
      needConfirm={false}
      showNow={false}
      value={dayjs(`2000-01-01T${value}`)}
      onChange={(time) => time && onChange(time.format('HH:mm'))}
    />
  );
}
