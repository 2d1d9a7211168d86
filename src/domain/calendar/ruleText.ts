import { DAY_TYPES, type DayType } from '#contract/period.ts';
import { type PeriodRule } from '#contract/periodRule.ts';
import type { Text } from '#contract/text.ts';
import { isDefault } from './rule.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** On which days a rule holds: `Jul, Aug, Sep; Working day`. */
export function conditionText(rule: PeriodRule): Text {
  if (isDefault(rule)) return { zh: '其他日期', en: 'all other days' };
  const zh: string[] = [];
  const en: string[] = [];
  if (rule.months) {
    zh.push(`${rule.months.join('、')} 月`);
    en.push(rule.months.map((month) => MONTHS[month - 1]).join(', '));
  }
  if (rule.dayTypes) {
    zh.push(rule.dayTypes.map((type) => DAY_TYPES[type].zh).join('、'));
    en.push(rule.dayTypes.map((type) => DAY_TYPES[type].en.toLowerCase()).join(', '));
  }
  if (rule.dates) {
    zh.push(`指定的 ${rule.dates.length} 天`);
    en.push(`${rule.dates.length} dates named`);
  }
  return { zh: zh.join('，'), en: en.join('; ') };
}

/** What a day is: `Working day, Hot day`. */
export const dayTypesText = (types: readonly DayType[]): Text => ({
  zh: types.map((type) => DAY_TYPES[type].zh).join('、'),
  en: types.map((type) => DAY_TYPES[type].en.toLowerCase()).join(', '),
});
