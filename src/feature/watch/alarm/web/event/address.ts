import { addDays } from '#domain/time/date.ts';
import type { RawAddress } from '#web/address.ts';
import { day, type ListAddress, readList, whole } from '#web/resource/listAddress.ts';

/** What the screen keeps in the address: its tab, the query of the specification, and the record that is open. */
export interface EventAddress extends ListAddress {
  readonly tab: 'records' | 'rates';
  /** YYYY-MM-DD; null = the last days. */
  readonly begin: string | null;
  readonly end: string | null;
  readonly site: number | null;
  /** Of a monitored object. */
  readonly object: number | null;
  readonly level: string | null;
  readonly type: string | null;
  readonly process: string | null;
  readonly status: string | null;
  /** Which time the range is about: 1 raise, 2 clear, 3 confirmation. */
  readonly dateType: string;
  /** ms: the records that stood at this instant, in place of a range; null = a range. */
  readonly at: number | null;
  readonly record: number | null;
}

/** A digit of a code out of an address, else null. */
const code = (raw: unknown, codes: string): string | null => {
  const text = String(raw);
  return text.length === 1 && codes.includes(text) ? text : null;
};

export const readEvent = (raw: RawAddress): EventAddress => ({
  ...readList(raw),
  tab: raw['tab'] === 'rates' ? 'rates' : 'records',
  begin: day(raw['begin']),
  end: day(raw['end']),
  site: whole(raw['site']),
  object: whole(raw['object']),
  level: code(raw['level'], '1234'),
  type: code(raw['type'], '12345'),
  process: code(raw['process'], '012345'),
  status: code(raw['status'], '01'),
  dateType: code(raw['dateType'], '123') ?? '1',
  at: raw['tab'] === 'rates' ? null : whole(raw['at']),
  record: whole(raw['record']),
});

export type ChangeEvent = (
  part: Partial<Record<keyof EventAddress, unknown>>,
  options?: { push?: boolean },
) => void;

const USUAL_DAYS = 30;

/** The days that are shown. @param today YYYY-MM-DD of the enterprise */
export function daysOf({ begin, end }: EventAddress, today: string): { begin: string; end: string } {
  const last = end ?? today;
  const first = begin ?? addDays(last, 1 - USUAL_DAYS);
  return first <= last ? { begin: first, end: last } : { begin: last, end: first };
}

/** The parameters of the calls. */
export function paramsOf(address: EventAddress, consumerId: number, today: string) {
  const { begin, end } = daysOf(address, today);
  const { site, object, level, type, process, status, dateType, at } = address;
  return {
    enterpriseId: consumerId,
    ...(at === null ? { startTime: begin, endTime: end, dateType } : { at }),
    ...(site === null ? {} : { siteId: site }),
    ...(object === null ? {} : { monitorId: object }),
    ...(level === null ? {} : { alarmLevel: level }),
    ...(type === null ? {} : { eventType: type }),
    ...(process === null ? {} : { process }),
    ...(status === null ? {} : { alarmStatus: status }),
  };
}
