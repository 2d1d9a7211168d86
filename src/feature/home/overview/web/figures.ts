import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import type { Text } from '#contract/text.ts';
import type { KeyFigure } from '#web/ui/KeyFigures.tsx';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import {
  formatChange,
  formatFull,
  formatNumber,
  formatScaled,
  MISSING,
  scaleFor,
} from '#domain/figure/number.ts';
import type { Compared, Figures } from '../contract.ts';
import type { Peak } from '#feature/meters/subject/contract.ts';
import type { Amount } from '#contract/amount.ts';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { shortClock } from '#web/text/wallClock.ts';
import type { SayOverview } from './useOverviewTexts.ts';

/** The keys of the strip, in its order. */
const KEYS = ['day', 'yesterday', 'month', 'year', 'dayPeak', 'yearPeak'] as const;

interface Labelled {
  readonly date: string;
  readonly energy: string;
  readonly current: boolean;
  readonly nowMonth: boolean;
  readonly nowYear: boolean;
  readonly electric: boolean;
}

function labelsOf(
  { date, energy, current, nowMonth, nowYear, electric }: Labelled,
  t: SayOverview,
): Readonly<Record<(typeof KEYS)[number], string>> {
  const values = { energy, year: date.slice(0, 4), month: date.slice(0, 7) };
  return {
    day: t(current ? 'dayNow' : 'dayPast', values),
    yesterday: t(current ? 'yesterdayNow' : 'yesterdayPast', values),
    month: t(nowMonth ? 'monthNow' : 'monthPast', values),
    year: t(nowYear ? 'yearNow' : 'yearPast', values),
    dayPeak: t(`dayPeak${electric ? '' : 'Other'}${current ? 'Now' : 'Past'}`),
    yearPeak: t(nowYear ? 'yearPeakNow' : 'yearPeakPast', values),
  };
}

/** The strip before its figures have come: the labels stand. */
export function blankFigures(date: string, today: string, energy: string, t: SayOverview): KeyFigure[] {
  const same = (length: number): boolean => date.slice(0, length) === today.slice(0, length);
  const labels = labelsOf(
    { date, energy, current: same(10), nowMonth: same(7), nowYear: same(4), electric: true },
    t,
  );
  return KEYS.map((key) => ({ key, label: labels[key], value: '' }));
}

/** A key figure with the bucket that it is about. */
export interface OverviewFigure extends KeyFigure {
  readonly opens: OpenBucket | null;
}

/** The six figures of the strip: the day, the day before, the month, the year and the two peaks. */
export function figuresOf(
  data: Figures,
  energy: string,
  t: SayOverview,
  say: (text: Text) => string,
): OverviewFigure[] {
  const against = (label: string, of: Parameters<typeof comparison>[1]) =>
    comparison(label, of, data.subject.unit, t, say);
  const { current, date, subject, until } = data;
  const { unit, timeZone } = subject;
  const nowYear = data.year.to > data.now;
  const nowMonth = data.month.to > data.now;
  const open = (level: OpenBucket['level'], at: number): OpenBucket => ({ level, at, meter: null });
  const labels = labelsOf({ date, energy, current, nowMonth, nowYear, electric: unit === 'kWh' }, t);
  const sameTime = current && until < data.day.to;
  return [
    {
      ...energyFigure('day', labels.day, data.day, unit),
      ...against(t(sameTime ? 'sameTimeYesterday' : 'dayBefore'), data.day),
      trend: data.day.trend,
      opens: open(3, data.day.from),
    },
    {
      ...energyFigure('yesterday', labels.yesterday, data.yesterday, unit),
      ...(sameTime
        ? { comparison: { label: t('sameTime'), value: scaledText(data.day.before.value, unit) } }
        : peakComparison(
            data.dayPeakBefore,
            date,
            timeZone,
            powerText(data.dayPeakBefore.demand, data.demandUnit),
          )),
      opens: open(3, data.yesterday.from),
    },
    {
      ...energyFigure('month', labels.month, data.month, unit),
      ...against(t(nowMonth ? 'sameTimeLastMonth' : 'monthBefore'), data.month),
      trend: data.month.trend,
      opens: open(4, data.month.from),
    },
    {
      ...energyFigure('year', labels.year, data.year, unit),
      ...against(t(nowYear ? 'sameTimeLastYear' : 'yearBefore'), data.year),
      ...(data.year.trend.filter((value) => value !== null).length > 1 ? { trend: data.year.trend } : {}),
      opens: open(5, data.year.from),
    },
    {
      ...dayPeak(data, labels.dayPeak, t, say),
      opens: data.dayPeak.from === null ? null : open(1, data.dayPeak.from),
    },
    {
      key: 'yearPeak',
      label: peakLabel(labels.yearPeak, data.yearPeak, t),
      value: formatNumber(data.yearPeak.energy, 2),
      unit,
      full: `${fullText(data.yearPeak.energy, unit)}${peakNote(data.yearPeak, data, data.yearMethod, t, say)}`,
      ...peakComparison(data.yearPeak, date, timeZone, powerText(data.yearPeak.demand, data.demandUnit)),
      opens: data.yearPeak.from === null ? null : open(1, data.yearPeak.from),
    },
  ];
}

const fullText = (value: number | null, unit: string): string => `${formatFull(value)} ${unit}`;

function scaledText(value: number | null, unit: string): string {
  const scale = scaleFor(unit, [value]);
  return value === null ? MISSING : `${formatScaled(value, scale)} ${scale.unit}`;
}

const powerText = scaledText;

function energyFigure(key: string, label: string, amount: Amount, unit: string): KeyFigure {
  const scale = scaleFor(unit, [amount.value]);
  const quality = qualityOf(amount.flags);
  return {
    key,
    label,
    value: formatScaled(amount.value, scale),
    unit: scale.unit,
    full: fullText(amount.value, unit),
    coverage: amount.value === null ? null : shareOf(amount.coverage),
    ...(quality ? { quality } : {}),
  };
}

/** The change against an equal interval, with both amounts on hover. */
function comparison(
  label: string,
  { comparable, before, change, why }: Pick<Compared, 'comparable' | 'before' | 'change' | 'why'>,
  unit: string,
  t: SayOverview,
  say: (text: Text) => string,
): Pick<KeyFigure, 'comparison'> {
  const percent = (amount: Amount): string => (amount.coverage === null ? MISSING : `${amount.coverage}%`);
  const title = t('comparedFull', {
    now: formatFull(comparable.value),
    before: formatFull(before.value),
    unit,
    coverage: percent(comparable),
    beforeCoverage: percent(before),
  });
  const full = why ? `${say(NOT_COMPARABLE[why])}\n${title}` : title;
  return { comparison: { label, value: formatChange(change), title: full } };
}

/** A peak beside which something was not measured is at least what it says. */
const isAtLeast = ({ demand, proven, hiding }: Peak): boolean => demand !== null && (proven || hiding > 0);
const peakLabel = (label: string, peak: Peak, t: SayOverview): string =>
  isAtLeast(peak) ? t('peakAtLeast', { label }) : label;

/** How a peak is measured, and what keeps it from being certain. */
function peakNote(
  peak: Peak,
  { subject, date }: Figures,
  method: Text,
  t: SayOverview,
  say: (text: Text) => string,
): string {
  const at = (instant: number | null): string =>
    instant === null ? MISSING : shortClock(subject.timeZone, instant, date);
  const doubt = peak.proven
    ? t('peakProven', { from: at(peak.from), to: at(peak.to) })
    : isAtLeast(peak)
      ? t('peakHiding', { n: peak.hiding })
      : '';
  return [`\n${t('peakMethod', { how: say(method) })}`, doubt].filter(Boolean).join('\n');
}

function dayPeak(data: Figures, label: string, t: SayOverview, say: (text: Text) => string): KeyFigure {
  const { day, dayPeak: peak, dayPeakBefore: before, demandUnit, subject, date } = data;
  const scale = scaleFor(demandUnit, [peak.demand]);
  // Of a day that is known too little the highest quarter may be another.
  const alike = day.why === null && peak.demand !== null && before.demand;
  const change = alike ? (peak.demand ?? 0) / before.demand - 1 : null;
  return {
    key: 'dayPeak',
    label: peakLabel(label, peak, t),
    value: formatScaled(peak.demand, scale),
    unit: scale.unit,
    full: `${fullText(peak.demand, demandUnit)}${peakNote(peak, data, data.demandMethod, t, say)}`,
    ...peakComparison(peak, date, subject.timeZone, formatChange(change)),
  };
}

/** When the peak was, and one more word about it. */
function peakComparison(
  peak: Peak,
  date: string,
  timeZone: string,
  value: string,
): Pick<KeyFigure, 'comparison'> {
  return peak.from === null
    ? {}
    : { comparison: { label: shortClock(timeZone, peak.from, date), value: value === MISSING ? '' : value } };
}
