import type { DayType } from '#contract/period.ts';
import { civilFromDay } from '../time/civil.ts';
import { dateOfDay } from '../time/date.ts';

/** What a list says of a date beside its weekday; `hot` may stand beside any of the others. */
export interface SpecialDay {
  readonly kind?: Exclude<DayType, 'hot'>;
  readonly hot?: boolean;
}

/** Days of a list by days since 1970-01-01. */
export type SpecialDays = ReadonlyMap<number, SpecialDay>;

/** What rules ask about a date. */
export interface DayFact {
  readonly month: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly kind: Exclude<DayType, 'hot'>;
  readonly hot: boolean;
}

/** The facts of a date: the lists first, else Saturday and Sunday are the weekend. */
export function dayFact(day: number, special: SpecialDays): DayFact {
  const own = special.get(day);
  // 1970-01-01 was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7;
  const kind = own?.kind ?? (weekday === 0 || weekday === 6 ? 'weekend' : 'workday');
  return { month: civilFromDay(day).month, date: dateOfDay(day), kind, hot: own?.hot === true };
}

/** Lists put over each other: a later one overrules what an earlier says of the kind, and adds its hot days. */
export function overlay(...lists: readonly SpecialDays[]): SpecialDays {
  const joined = new Map<number, SpecialDay>();
  for (const list of lists)
    for (const [day, special] of list) joined.set(day, { ...joined.get(day), ...special });
  return joined;
}
