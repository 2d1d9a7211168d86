import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { ENERGY_TYPE_ORDER, energyTypeOf } from '#contract/energyType.ts';
import { dateAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { type Filter, INTERVAL_NAMES, INTERVALS } from './importFilter.ts';
import { pickerDate } from './moment.ts';
import { useDataInputTexts } from './useDataInputTexts.ts';

export interface ImportFilterProps {
  readonly filter: Filter;
  readonly change: (part: Partial<Record<keyof Filter, unknown>>) => void;
  readonly zone: string;
  /** The buttons beside the filter. */
  readonly actions: ReactNode;
}

/** What the list of imports can be narrowed to. A change begins at the first page. */
export function ImportFilter({ filter, change, zone, actions }: ImportFilterProps) {
  const t = useDataInputTexts();
  const say = useText();
  return (
    <FilterBar actions={actions}>
      <Choice
        label={t('kind')}
        width={100}
        value={filter.kind}
        options={(['import', 'person'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => change({ kind, page: undefined })}
      />
      <Choice
        label={t('dataType')}
        value={filter.dataType}
        options={ENERGY_TYPE_ORDER.map((value) => ({ value, label: say(energyTypeOf(value).label) }))}
        onChange={(dataType) => change({ dataType, page: undefined })}
      />
      <Choice
        label={t('span')}
        value={filter.interval}
        options={INTERVALS.map((value) => ({ value, label: t(INTERVAL_NAMES[value]) }))}
        onChange={(interval) => change({ interval, page: undefined })}
      />
      <Days
        zone={zone}
        start={filter.start}
        end={filter.end}
        onChange={(start, end) => change({ start, end, page: undefined })}
      />
    </FilterBar>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly width?: number;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** One of several, or all of them. */
function Choice({ label, width = 112, value, options, onChange }: ChoiceProps) {
  const t = useDataInputTexts();
  return (
    <FilterField label={label}>
      <Select
        aria-label={label}
        style={{ width }}
        value={value ?? ''}
        options={[{ value: '', label: t('all') }, ...options]}
        onChange={(chosen: string) => onChange(chosen || undefined)}
      />
    </FilterField>
  );
}

interface DaysProps {
  readonly zone: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly onChange: (start: string | undefined, end: string | undefined) => void;
}

function Days({ zone, start, end, onChange }: DaysProps) {
  const t = useDataInputTexts();
  const [now] = useState(() => new Date());
  return (
    <FilterField label={t('period')}>
      <DatePicker.RangePicker
        aria-label={t('period')}
        style={{ width: 226 }}
        allowEmpty={[true, true]}
        maxDate={dayjs(dateAt(zone, now))}
        value={[pickerDate(start), pickerDate(end)]}
        onChange={(dates) => onChange(dates?.[0]?.format('YYYY-MM-DD'), dates?.[1]?.format('YYYY-MM-DD'))}
      />
    </FilterField>
  );
}
