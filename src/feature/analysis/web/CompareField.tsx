import { DatePicker, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { useText } from '#web/text/useTexts.ts';
import type { FieldProps } from './analysis.ts';
import { useObjects } from './ObjectSelect.tsx';

const DATE = 'YYYY-MM-DD';
/** So many lines are told apart. */
const MOST = 10;

/** The objects or the first dates that are compared. */
export function CompareField({ by, items, consumerId, subject, range, today, onChange }: FieldProps) {
  const text = useText();
  const options = useObjects(consumerId);
  if (by === '2') {
    const dates = items.length > 0 ? items : [range.begin];
    return (
      <DatePicker
        multiple
        maxTagCount="responsive"
        aria-label={text({ zh: '对比时段的开始日期', en: 'First dates of the periods' })}
        value={dates.map((date) => dayjs(date))}
        style={{ width: 300, maxWidth: '100%' }}
        disabledDate={(day) => day.format(DATE) > today}
        onChange={(days) => onChange((days ?? []).slice(0, MOST).map((day) => day.format(DATE)))}
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
      value={items.length > 0 ? [...items] : [subject]}
      style={{ width: 320, maxWidth: '100%' }}
      treeDefaultExpandedKeys={[`o${consumerId}`]}
      showSearch={{
        filterTreeNode: (typed, node) => String(node['search']).includes(typed.trim().toLowerCase()),
      }}
      popupMatchSelectWidth={360}
      onChange={(keys) => onChange(keys)}
    />
  );
}
