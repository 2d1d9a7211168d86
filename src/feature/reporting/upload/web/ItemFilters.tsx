import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { STAT_TYPE, STAT_TYPES, type StatType } from '#contract/upload.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useText } from '#web/text/useTexts.ts';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useReportTexts } from './useArea.ts';

const TYPES = Object.keys(STAT_TYPES) as StatType[];

export function readItems(raw: RawAddress) {
  const date = String(raw['date'] ?? '');
  return {
    statType: TYPES.find((one) => one === String(raw['statType'])) ?? STAT_TYPE.day,
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
  };
}

/** Of which frequency and date the items are shown. */
export function ItemFilters() {
  const t = useReportTexts();
  const say = useText();
  const [{ statType, date }, change] = useAddress(readItems);
  const picker = { 0: 'date', 1: 'date', 2: 'month', 3: 'year' } as const;
  return (
    <>
      <FilterField label={t('type')}>
        <Segmented
          label={t('type')}
          value={statType}
          options={TYPES.map((value) => ({ value, text: say(STAT_TYPES[value]) }))}
          onChange={(type: StatType) =>
            change({ statType: type === STAT_TYPE.day ? undefined : type, date: undefined })
          }
        />
      </FilterField>
      <FilterField label={t('date')}>
        <DatePicker
          picker={picker[statType]}
          value={date === null ? null : dayjs(date)}
          disabledDate={(day) => day.isAfter(dayjs())}
          aria-label={t('date')}
          onChange={(day: dayjs.Dayjs | null) => change({ date: day ? day.format('YYYY-MM-DD') : undefined })}
        />
      </FilterField>
    </>
  );
}
