import CalendarOutlined from '@ant-design/icons-svg/es/asn/CalendarOutlined';
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import { Suspense, useState } from 'react';
import { lazyAntd } from '#web/theme/lazyAntd.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { shiftPeriod, type Period, type PeriodKind } from './period.ts';
import styles from './PeriodPicker.module.css';

const Calendar = lazyAntd(() => import('./PeriodCalendar.tsx'));

export interface PeriodPickerProps {
  readonly kind: PeriodKind;
  readonly value: Period;
  readonly onChange: (period: Period) => void;
  /** The latest period that may be chosen, usually the current one. */
  readonly max?: Period;
}

/** One period with steps to its neighbours; the calendar is loaded when it is opened. */
export function PeriodPicker({ kind, value, onChange, max }: PeriodPickerProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const [open, setOpen] = useState(false);
  const next = shiftPeriod(kind, value, 1);
  const face = (
    <button
      type="button"
      className={styles.face}
      aria-label={`${t(kind)} ${value}`}
      onClick={() => setOpen(true)}
    >
      {value}
      <Icon icon={CalendarOutlined} />
    </button>
  );
  return (
    <fieldset className={styles.picker} aria-label={t(kind)}>
      <Button kind="icon" aria-label={t('previous')} onClick={() => onChange(shiftPeriod(kind, value, -1))}>
        <Icon icon={LeftOutlined} size={12} />
      </Button>
      {open ? (
        <Suspense fallback={face}>
          <Calendar
            kind={kind}
            value={value}
            max={max}
            onClose={() => setOpen(false)}
            onChange={(period) => {
              setOpen(false);
              onChange(period);
            }}
          />
        </Suspense>
      ) : (
        face
      )}
      <Button
        kind="icon"
        aria-label={t('next')}
        disabled={max !== undefined && next > max}
        onClick={() => onChange(next)}
      >
        <Icon icon={RightOutlined} size={12} />
      </Button>
    </fieldset>
  );
}
