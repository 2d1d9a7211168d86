import { useQuery } from '@tanstack/react-query';
import { DatePicker, Select, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { DEEP_VALLEY } from '#contract/period.ts';
import type { PeriodInUse } from '#feature/money/calendar/contract.ts';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import { NO_OBJECT, NO_PERIOD } from '../contract.ts';
import { COMPARE_CODES, compareCodeOf, compareCodesFor, FIRST_CODE } from '../domain/compareCode.ts';
import type { FieldProps } from '#web/analysisFrame/analysis.ts';
import { chosenOf, NONE, proposedPeriods } from './chosen.ts';
import { useObjects } from '#web/ui/ObjectSelect.tsx';

const DATE = 'YYYY-MM-DD';
/** So many lines are told apart. */
const MOST = 10;
/** The objects or the first dates that are compared, and what of them. */
export function CompareField(props: FieldProps) {
  return (
    <>
      <WhatField {...props} />
      <CodeField {...props} />
    </>
  );
}

/** What of them is compared: an energy, or what it costs. */
function CodeField({ code, dataType, consumerId, onCode }: FieldProps) {
  const text = useText();
  const { data: periods } = useQuery({
    queryKey: ['calendar', 'periods', consumerId],
    queryFn: ({ signal }) =>
      get<PeriodInUse[]>('archive/timezone/getPeriodsInUse', { orgId: consumerId }, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const deep = periods?.some(({ value }) => value === DEEP_VALLEY) ?? false;
  const shown = compareCodeOf(code);
  const offered = compareCodesFor(dataType, deep);
  return (
    <Select
      aria-label={text({ zh: '数据代码', en: 'Data code' })}
      popupMatchSelectWidth={false}
      style={{ width: 168, maxWidth: '100%' }}
      value={shown}
      options={(offered.includes(shown) ? offered : [...offered, shown]).map((one) => ({
        value: one,
        label: `${one} ${text(COMPARE_CODES[one])}`,
      }))}
      onChange={(next) => onCode(next === FIRST_CODE ? undefined : next)}
    />
  );
}

function WhatField({ by, items, consumerId, subject, range, today, onChange }: FieldProps) {
  const text = useText();
  const { options } = useObjects(consumerId);
  const change = (chosen: readonly string[]): void => {
    if (chosen.length === 0) notify('warning', text(by === '2' ? NO_PERIOD : NO_OBJECT));
    onChange(chosen.length === 0 ? [NONE] : chosen);
  };
  if (by === '2') {
    return (
      <DatePicker
        multiple
        maxTagCount="responsive"
        aria-label={text({ zh: '对比时段的开始日期', en: 'First dates of the periods' })}
        value={chosenOf(items, proposedPeriods(range)).map((date) => dayjs(date))}
        style={{ width: 300, maxWidth: '100%' }}
        disabledDate={(day) => day.format(DATE) > today}
        onChange={(days) => change((days ?? []).slice(0, MOST).map((day) => day.format(DATE)))}
      />
    );
  }
  return (
    <TreeSelect<string[], (typeof options)[number]>
      multiple
      maxCount={MOST}
      maxTagCount="responsive"
      aria-label={text({ zh: '对比对象', en: 'Objects to compare' })}
      treeData={options}
      value={[...chosenOf(items, [subject])]}
      style={{ width: 320, maxWidth: '100%' }}
      treeDefaultExpandedKeys={[`o${consumerId}`]}
      showSearch={{
        filterTreeNode: (typed, node) => String(node['search']).includes(typed.trim().toLowerCase()),
      }}
      popupMatchSelectWidth={360}
      onChange={change}
    />
  );
}
