import { ALARM_ORIGINS, ALARM_PROCESSES } from '#contract/alarm.ts';
import { dataCode } from '#contract/dataCode.ts';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { clockAt, dateAt, secondAt, timeAt } from '#domain/time/text.ts';
import type { AlarmRow } from '../contract.ts';

const NONE: Text = { zh: MISSING, en: MISSING };
const textOf = (texts: Readonly<Record<string, Text>>, code: string): Text => texts[code] ?? NONE;

/** Levels by code: 1 urgent, 2 important, 3 general, 4 notice. */
export const LEVELS = ['1', '2', '3', '4'] as const;
export const levelWord = (level: string): Text => textOf(EVENT_LEVELS, level);
export const originWord = (code: string): Text => textOf(ALARM_ORIGINS, code);
export const processWord = (code: string): Text => textOf(ALARM_PROCESSES, code);

type Named = Pick<AlarmRow, 'ammeterName' | 'pointName'>;
/** The meter or signal point that a record is about; null where it is about neither. */
export const objectWord = ({ ammeterName, pointName }: Named): string | null => ammeterName ?? pointName;

/** What a record is about, for where its object stands beside: the judging names that at the end. */
export function alarmWord(row: Named & Pick<AlarmRow, 'recordName'>): string {
  const object = objectWord(row);
  return object !== null && row.recordName.endsWith(` · ${object}`)
    ? row.recordName.slice(0, -` · ${object}`.length)
    : row.recordName;
}

/** A value of a record as its data code is written, without its unit. */
export function valueText({ dataCode: code, method }: AlarmRow, value: number | null): string {
  // A number of operations is whole.
  const decimals = method === 'operations' ? 0 : code === null ? undefined : dataCode(code)?.decimals;
  return formatNumber(value, decimals ?? 2);
}

/** `418 > 380 A`; what is not known is left out, and `--` where nothing is. */
export function peakText(row: AlarmRow): string {
  const { peakValue, limitValue, method, unit } = row;
  if (peakValue === null && limitValue === null) return MISSING;
  const sign = method === 'below' ? '<' : method === 'above' || method === 'operations' ? '>' : '/';
  const parts = [peakValue, limitValue].map((value) => (value === null ? MISSING : valueText(row, value)));
  return `${parts.join(` ${sign} `)}${unit === '' ? '' : ` ${unit}`}`;
}

/** The time of day on the day of `now`, the date with it on others; in the zone of the record's site. */
export function shortTime({ timeZone }: AlarmRow, at: number, now: number): string {
  if (dateAt(timeZone, at) === dateAt(timeZone, now)) return clockAt(timeZone, at);
  return timeAt(timeZone, at).slice(5);
}

/** How far a peak lies beyond its limit, as a share of it; null where that says nothing. */
export function beyondOf({ peakValue, limitValue, method }: AlarmRow): number | null {
  if (peakValue === null || limitValue === null || limitValue === 0) return null;
  const share = (peakValue - limitValue) / Math.abs(limitValue);
  const beyond = method === 'below' ? -share : share;
  return beyond > 0 ? beyond : null;
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** What is noted of a record, with its instants by the clock of the site: they are written in UTC. */
export const notedText = (timeZone: string, info: string): string =>
  info.replace(INSTANT, (at) => secondAt(timeZone, Date.parse(at)));
