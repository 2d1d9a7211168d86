import type { PeriodRule, PeriodRules } from '#contract/periodRule.ts';
import type { Text } from '#contract/text.ts';
import type { DayFact } from './dayFact.ts';
import { segmentFaults } from './segment.ts';

// Each condition outweighs all that are named after it: dates, holiday, hot day, kind of day, month.
const WEIGHT = { dates: 16, holiday: 8, hot: 4, kind: 2, months: 1 } as const;

/** How specific a rule is for a day, or -1 where it does not hold; 0 = the rule of all other days. */
function weightOf(rule: PeriodRule, fact: DayFact): number {
  if (rule.months && !rule.months.includes(fact.month)) return -1;
  if (rule.dates && !rule.dates.includes(fact.date)) return -1;
  let weight = (rule.dates ? WEIGHT.dates : 0) + (rule.months ? WEIGHT.months : 0);
  if (rule.dayTypes) {
    const kind = rule.dayTypes.includes(fact.kind);
    const hot = fact.hot && rule.dayTypes.includes('hot');
    if (!kind && !hot) return -1;
    weight += kind && fact.kind === 'holiday' ? WEIGHT.holiday : hot ? WEIGHT.hot : WEIGHT.kind;
  }
  return weight;
}

/** Index of the most specific rule that holds on a day, between equals the first; -1 where none does. */
export function ruleFor(rules: readonly PeriodRule[], fact: DayFact): number {
  let best = -1;
  let most = -1;
  rules.forEach((rule, index) => {
    const weight = weightOf(rule, fact);
    if (weight > most) {
      most = weight;
      best = index;
    }
  });
  return best;
}

/** What is wrong with rules; `rule` counts from 0, or is null where it is about all of them. */
export interface RuleFault {
  readonly rule: number | null;
  /** Minute of the day where a segment is at fault. */
  readonly minute?: number;
  readonly text: Text;
}

/** Why rules do not give every quarter of every day exactly one period; empty when they do. No rules end a calendar. */
export function ruleFaults({ rules }: PeriodRules): RuleFault[] {
  const faults: RuleFault[] = [];
  rules.forEach((rule, index) => {
    for (const { minute, text } of segmentFaults(rule.segments))
      faults.push({ rule: index, minute, text: named(index, text) });
    const twin = rules.findIndex((other, i) => i < index && mayTie(other, rule));
    if (twin < 0) return;
    const text = {
      zh: `与规则 ${twin + 1} 条件重叠，无法区分`,
      en: `its conditions overlap with those of rule ${twin + 1}`,
    };
    faults.push({ rule: index, text: named(index, text) });
  });
  if (rules.length > 0 && !rules.some(isDefault)) {
    const text = {
      zh: '缺少无条件的规则：其他日期没有时段',
      en: 'There is no rule without conditions: other days have no periods',
    };
    faults.push({ rule: null, text });
  }
  return faults;
}

/** Whether a rule holds on all days that no other names. */
export const isDefault = (rule: PeriodRule): boolean => !rule.months && !rule.dayTypes && !rule.dates;

const named = (index: number, text: Text): Text => ({
  zh: `规则 ${index + 1}：${text.zh}`,
  en: `Rule ${index + 1}: ${text.en}`,
});

/** Two rules of the same weight on some day. */
function mayTie(a: PeriodRule, b: PeriodRule): boolean {
  const meet = <T>(x: readonly T[] | undefined, y: readonly T[] | undefined): boolean =>
    x === undefined || y === undefined ? x === y : x.some((one) => y.includes(one));
  return meet(a.months, b.months) && meet(a.dates, b.dates) && meet(a.dayTypes, b.dayTypes);
}
