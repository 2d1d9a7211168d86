import { PERIODS, type Period } from '#contract/period.ts';
import { SLOT_MINUTES } from '#contract/plan.ts';
import { minutesOf } from '#domain/time/clock.ts';
import type { DayPeriods } from './calls.ts';

/** Slots of a tariff period. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
  readonly period: Period;
}

const isPeriod = (value: number): value is Period => Object.hasOwn(PERIODS, value);

/** The tariff periods of a day by its quarters. @param usual the slot of an ordinary day that each quarter is, which the clock tells */
export function partsOf(periods: DayPeriods | undefined, usual: readonly number[]): DayPart[] {
  const spans = (periods?.rows ?? []).flatMap(({ beginTime, endTime, value }) => {
    const [from, to] = [minutesOf(beginTime), minutesOf(endTime)];
    if (from === null || to === null || !isPeriod(value)) return [];
    return [{ from: from / SLOT_MINUTES, to: to / SLOT_MINUTES, period: value }];
  });
  const parts: DayPart[] = [];
  usual.forEach((slot, quarter) => {
    const span = spans.find(({ from, to }) => slot >= from && slot < to);
    if (!span) return;
    const before = parts.at(-1);
    if (before?.to === quarter && before.period === span.period)
      parts[parts.length - 1] = { ...before, to: quarter + 1 };
    else parts.push({ from: quarter, to: quarter + 1, period: span.period });
  });
  return parts;
}
