import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import { addDays } from '#domain/time/date.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import kit from '#web/ui/kit.module.css';
import { usePlanTexts } from './usePlan.ts';

const DATE = 'YYYY-MM-DD';

/** A day that may lie ahead, with steps to its neighbours. */
export function DayField({
  day,
  onChange,
}: {
  readonly day: string;
  readonly onChange: (day: string) => void;
}) {
  const t = usePlanTexts();
  return (
    <FilterField label={t('day')}>
      <span className={kit.row}>
        <Button kind="icon" aria-label={t('previousDay')} onClick={() => onChange(addDays(day, -1))}>
          <Icon icon={LeftOutlined} size={12} />
        </Button>
        <DatePicker
          aria-label={t('day')}
          allowClear={false}
          value={dayjs(day)}
          onChange={(picked) => picked && onChange(picked.format(DATE))}
        />
        <Button kind="icon" aria-label={t('nextDay')} onClick={() => onChange(addDays(day, 1))}>
          <Icon icon={RightOutlined} size={12} />
        </Button>
      </span>
    </FilterField>
  );
}
