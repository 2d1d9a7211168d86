import { HOME_ZONE } from '#domain/time/homeZone.ts';
import national from 'chinese-days/dist/chinese-days.json' with { type: 'json' };
import { type SpecialDay } from '#domain/calendar/dayFact.ts';
import type { Text } from '#contract/text.ts';
import { dayOfDate } from '#domain/time/date.ts';

/** A day of the national list: a holiday, or a weekend day that is worked. */
interface NationalDay extends SpecialDay {
  readonly name: Text;
}

export type NationalDays = ReadonlyMap<number, NationalDay>;

const ZONES: ReadonlySet<string> = new Set([
  HOME_ZONE,
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Harbin',
  'PRC',
]);
const NONE: NationalDays = new Map();
let known: NationalDays | undefined;

/** The holidays and worked weekends of China as the State Council announces them (2004 on, npm chinese-days). */
export function chineseDays(): NationalDays {
  if (known) return known;
  const days = new Map<number, NationalDay>();
  const take = (list: Readonly<Record<string, string>>, kind: 'holiday' | 'workday'): void => {
    for (const [date, words] of Object.entries(list)) {
      const [en = '', zh = ''] = words.split(',');
      days.set(dayOfDate(date), { kind, name: { zh, en } });
    }
  };
  take(national.holidays, 'holiday');
  take(national.workdays, 'workday');
  return (known = days);
}

/** The national list that holds in a time zone; empty where none is known. */
export const nationalDays = (zone: string, days: NationalDays = chineseDays()): NationalDays =>
  ZONES.has(zone) ? days : NONE;
