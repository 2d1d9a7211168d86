import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { parseDecimal, type Ratio } from '#domain/decimal/decimal.ts';
import type { Rule, Verdict, VerdictLevel } from '../contract.ts';
import { coverageText, type Computed, type Hold } from './figure.ts';
import { percentOff, plus, within } from './value.ts';

/** An item of the checked period with what is known besides its figure. */
export interface Candidate {
  /** Its figures, of most frequencies one. */
  readonly figures: readonly {
    readonly figure: Computed;
    readonly hold: Hold | null;
    readonly sameSent: boolean;
  }[];
  /** How the item itself stands at the platform. */
  readonly known: 'never' | 'same' | 'changed' | 'refused';
  /** Instruments whose verification had run out when the period began. */
  readonly overdue: readonly string[];
  /** The values of the same weekday of the weeks before, base units. */
  readonly weekdays: readonly Ratio[];
  /** The coefficient that was acknowledged last. */
  readonly lastRatio: string | null;
  /** The sum of its days where it is of a month and a daily item of the same code is there. */
  readonly days: Ratio | null;
}

/** What is known of platform and enterprise. */
export interface Situation {
  readonly statType: StatType;
  readonly registered: boolean;
  /** Whole days until the key ends; null = protocol without keys. */
  readonly keyDays: number | null;
  /** The credit code and whether its check character holds; null where there is none. */
  readonly credit: { readonly last: string; readonly holds: boolean } | null;
  readonly dicVersion: string | null;
  readonly clockOffsetS: number | null;
  readonly slotOpen: boolean;
  readonly slotText: string;
  readonly obligatory: { readonly there: number; readonly of: number };
  /** Percent that the processes of an energy are of the plant; null where nothing can be compared. */
  readonly processShare: string | null;
  readonly processesExceed: boolean;
  /** Instruments replaced or verified more than three working days ago whose rows the platform has not. */
  readonly notSentAnew: number;
  readonly manager: string;
  readonly archive: string;
}

const FIVE_PERCENT = parseDecimal('0.05');
const MOST_CLOCK_S = 300;
const RATIO_JUMP = parseDecimal('0.2');
const OUTLIER = parseDecimal('0.5');
const LEAST_WEEKS = 3;

/** The mean of some values; null of none. */
const meanOf = (values: readonly Ratio[]): Ratio | null => {
  if (values.length === 0) return null;
  let sum: Ratio = { num: 0n, den: 1n };
  for (const value of values) sum = plus(sum, value);
  return { num: sum.num, den: sum.den * BigInt(values.length) };
};

/** Whether a value is more than half away from the mean of the same weekday, or nothing where there was something. */
function isOutlier(value: Ratio | null, weekdays: readonly Ratio[]): boolean {
  if (value === null || weekdays.length < LEAST_WEEKS) return false;
  const mean = meanOf(weekdays);
  return mean !== null && mean.num !== 0n && !within(value, mean, OUTLIER);
}

/** Whether the days add up to the month but for five percent, before any rounding. */
export const daysAgree = (days: Ratio, month: Ratio): boolean => within(days, month, FIVE_PERCENT);

/** The rules about one item that it fails. */
export function failedBy({ figures, known, overdue, weekdays, lastRatio, days }: Candidate): Rule[] {
  const failed = new Set<Rule>();
  for (const { figure, hold } of figures) {
    if (hold) failed.add(hold.rule);
    if (figure.flags & FLAG.interpolated) failed.add('P09');
    if (isOutlier(figure.raw, weekdays)) failed.add('P11');
    if (days && figure.raw && !daysAgree(days, figure.raw)) failed.add('P08');
    if (lastRatio !== null && figure.ratioText !== null && lastRatio !== figure.ratioText) {
      if (!within(parseDecimal(figure.ratioText), parseDecimal(lastRatio), RATIO_JUMP)) failed.add('P12');
    }
  }
  if (known !== 'same') failed.add('P04');
  if (overdue.length > 0) failed.add('P06');
  return [...failed].toSorted();
}

const LINKS: Readonly<Record<Rule, string>> = {
  P01: '/SDNDataUpload/PlatformInfo',
  P02: '/Archive/enterpriseInfo',
  P03: '/SDNDataUpload/PlatformInfo',
  P04: '/Archive/dataCollectConfigure',
  P05: '/Archive/gaugeConfigure',
  P06: '/Archive/VerificationCalendar',
  P07: '/SDNCommunication/SDNMeterCommunication',
  P08: '/SDNPowerAdmin/SDNStatementStatistics',
  P09: '/SDNCommunication/SDNMeterCommunication',
  P10: '/Archive/dataCollectConfigure',
  P11: '/SDNPowerAdmin/SDNStatementStatistics',
  P12: '/Archive/dataCollectConfigure',
  P13: '/Archive/dataCollectConfigure',
  P14: '/SDNDataUpload/SDNDataUploadRecord',
  P15: '/SDNDataUpload/SDNDataUploadManager',
  P16: '/SDNCommunication/SDNMeterCommunication',
  P17: '/Archive/dataCollectConfigure',
  P18: '/Archive/gaugeConfigure',
  P19: '/SDNDataUpload/PlatformInfo',
  P20: '/SDNDataUpload/PlatformInfo',
  P21: '/Archive/gaugeVerifyConfigure',
};

/** Every rule's verdict over the items of a period. */
export function verdictsOf(candidates: readonly Candidate[], at: Situation): Verdict[] {
  const failed = candidates.map(failedBy);
  const countOf = (rule: Rule): number => failed.filter((rules) => rules.includes(rule)).length;
  const figures = candidates.flatMap((one) => one.figures.map(({ figure }) => figure));
  const all = String(candidates.length);
  const verdict = (rule: Rule, level: VerdictLevel, figure: string, count = 0): Verdict => ({
    rule,
    level,
    count,
    figure,
    link: rule === 'P15' || rule === 'P14' ? at.manager : rule === 'P21' ? at.archive : LINKS[rule],
  });
  const items = (rule: Rule, bad: 'warn' | 'block', figure = all): Verdict => {
    const count = countOf(rule);
    return verdict(rule, count > 0 ? bad : 'ok', count > 0 ? String(count) : figure, count);
  };
  const least = figures.reduce((low, { coverage, lack }) => (lack ? low : Math.min(low, coverage)), 1);
  const refused = candidates.filter(({ known }) => known === 'refused').length;
  const unknown = candidates.filter(({ known }) => known !== 'same').length;
  const same = candidates.filter(
    (one) => one.figures.length > 0 && one.figures.every(({ sameSent }) => sameSent),
  ).length;
  const ratioLacks = candidates.filter((one) => one.figures.some(({ hold }) => hold?.rule === 'P12')).length;
  return [
    verdict('P01', !at.registered ? 'block' : at.keyDays !== null && at.keyDays < 0 ? 'warn' : 'ok', at.registered ? String(at.keyDays ?? '--') : '--', at.registered ? 0 : 1),
    verdict('P02', at.credit?.holds ? 'ok' : 'block', at.credit?.last ?? '--', at.credit?.holds ? 0 : 1),
    verdict('P03', at.dicVersion === null ? 'warn' : 'ok', at.dicVersion ?? '--'),
    verdict('P04', refused > 0 ? 'block' : unknown > 0 ? 'warn' : 'ok', unknown > 0 ? String(unknown) : all, unknown),
    items('P05', 'block'),
    items('P06', 'warn'),
    items('P07', 'block', figures.length === 0 ? '--' : coverageText(least)),
    daysVerdict(candidates, verdict, countOf('P08')),
    items('P09', 'warn'),
    items('P10', 'block'),
    items('P11', 'warn', at.statType === STAT_TYPE.day ? all : '--'),
    verdict('P12', ratioLacks > 0 ? 'block' : countOf('P12') > 0 ? 'warn' : 'ok', String(countOf('P12')), countOf('P12')),
    items('P13', 'block'),
    verdict('P14', 'ok', String(same), same),
    items('P15', 'block'),
    items('P16', 'block'),
    verdict('P17', at.obligatory.there < at.obligatory.of ? 'warn' : 'ok', `${at.obligatory.there} / ${at.obligatory.of}`, at.obligatory.of - at.obligatory.there),
    verdict('P18', at.processShare === null ? 'none' : at.processesExceed ? 'warn' : 'ok', at.processShare === null ? '--' : `${at.processShare}%`),
    verdict('P19', at.clockOffsetS === null ? 'none' : Math.abs(at.clockOffsetS) > MOST_CLOCK_S ? 'warn' : 'ok', at.clockOffsetS === null ? '--' : `${at.clockOffsetS > 0 ? '+' : ''}${at.clockOffsetS} s`),
    verdict('P20', at.slotOpen ? 'ok' : 'warn', at.slotText),
    verdict('P21', at.notSentAnew > 0 ? 'warn' : 'ok', String(at.notSentAnew), at.notSentAnew),
  ]; // prettier-ignore
}

/** The largest difference between days and month that there is, in percent. */
function daysVerdict(
  candidates: readonly Candidate[],
  verdict: (rule: Rule, level: VerdictLevel, figure: string, count?: number) => Verdict,
  count: number,
): Verdict {
  const off = candidates.flatMap(({ days, figures }) => {
    const month = figures[0]?.figure.raw;
    const percent = days && month ? percentOff(days, month) : null;
    return percent === null ? [] : [percent.replace('-', '')];
  });
  if (off.length === 0) return verdict('P08', 'none', '--');
  const most = off.toSorted((a, b) => Number(b) - Number(a))[0] ?? '0.0';
  return verdict('P08', count > 0 ? 'warn' : 'ok', `${most}%`, count);
}

/** Whether the third working day after a date is over; Saturdays and Sundays are none. Days are counted from 1970. */
export function threeWorkingDaysAfter(day: number): number {
  let [left, at] = [3, day];
  while (left > 0) {
    at++;
    // Day 0 was a Thursday.
    const weekday = (((at + 4) % 7) + 7) % 7;
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return at;
}
