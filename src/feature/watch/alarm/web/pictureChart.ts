import { scaleFor } from '#domain/figure/number.ts';
import { clockAt, secondAt, timeAt } from '#domain/time/text.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { AlarmRow } from '../contract.ts';

/** What stands before the raise, and after the end. */
const BEFORE_MS = HOUR_MS;
const AFTER_MS = 15 * MINUTE_MS;
/** Of an alarm that stands for longer its first day is drawn. */
const MOST_MS = 24 * HOUR_MS;
const TICKS = 6;

/** From when to when the picture of an alarm reaches, ms: an hour before the raise until now, or a little after its end. */
export function windowOf({ raisedAt, clearedAt }: AlarmRow, now: number): { from: number; to: number } {
  const from = raisedAt - BEFORE_MS;
  const end = clearedAt === null ? now : Math.min(now, clearedAt + AFTER_MS);
  return { from, to: Math.min(Math.max(end, raisedAt + MINUTE_MS), from + MOST_MS) };
}

/** From when to when the newest value of an alarm that stands is looked for, ms: its picture ends after its first day. */
export function latestOf(row: AlarmRow, now: number): { from: number; to: number } {
  const drawn = windowOf(row, now);
  return row.clearedAt !== null || drawn.to >= now ? drawn : { from: now - HOUR_MS, to: now };
}

/** A curve as it was received: an instant (ms) and a value each, ascending. */
export interface Curve {
  readonly ts: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Words of the picture. */
export interface PictureWords {
  readonly name: string;
  readonly limit: string;
  readonly back: string;
  readonly raised: string;
  readonly cleared: string;
}

/** A reading that is missing longer than three steps is a gap: the curve does not lead over it. */
function withGaps({ ts, values }: Curve): Curve {
  const steps = ts.slice(1).map((at, i) => at - (ts[i] ?? at)).toSorted((a, b) => a - b); // prettier-ignore
  const usual = steps[Math.floor(steps.length / 2)] ?? 0;
  const out: { ts: number[]; values: (number | null)[] } = { ts: [], values: [] };
  ts.forEach((at, i) => {
    const before = ts[i - 1];
    if (before !== undefined && at - before > 3 * usual) {
      out.ts.push(before + usual);
      out.values.push(null);
    }
    out.ts.push(at);
    out.values.push(values[i] ?? null);
  });
  return out;
}

/** Round instants of the window with their time of day, at most seven of them. */
function ticksOf(zone: string, from: number, to: number): { at: number; text: string }[] {
  const steps = [5, 10, 15, 30, 60, 120, 180, 360].map((minutes) => minutes * MINUTE_MS);
  const step = steps.find((one) => (to - from) / one <= TICKS) ?? 6 * HOUR_MS;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, i) => first + i * step).map((at) => ({
    at: at - from,
    text: clockAt(zone, at),
  }));
}

/**
 * The picture of an alarm: the curve of what was judged, the limit, the dead band in which it neither clears nor raises, when
 * it was raised and cleared, and the time in between. Positions are ms since the begin of the window.
 */
export function pictureChart(
  row: AlarmRow,
  curve: Curve,
  { from, to }: { readonly from: number; readonly to: number },
  words: PictureWords,
): BucketChart {
  const { ts, values } = withGaps(curve);
  const { limitValue: limit, deadBand, side, timeZone, raisedAt, clearedAt, unit } = row;
  const back = limit === null || !deadBand ? null : side === 'below' ? limit + deadBand : limit - deadBand;
  const inside = (at: number): boolean => at >= from && at <= to;
  const oneDay = timeAt(timeZone, from).slice(0, 10) === timeAt(timeZone, to).slice(0, 10);
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor(unit, [...values, limit]),
    x: {
      names: ts.map((at) => (oneDay ? secondAt(timeZone, at).slice(11) : secondAt(timeZone, at))),
      ticks: ticksOf(timeZone, from, to),
      at: ts.map((at) => at - from),
      span: to - from,
    },
    series: [{ key: 'value', label: words.name, kind: 'line', color: { series: 1 }, values, main: true }],
    limits: [
      ...(limit === null ? [] : [{ value: limit, label: words.limit, declared: true }]),
      ...(back === null ? [] : [{ value: back, label: words.back }]),
    ],
    ...(back === null || limit === null
      ? {}
      : { deadBand: { from: Math.min(back, limit), to: Math.max(back, limit) } }),
    states: [{ from: raisedAt - from, to: Math.min(clearedAt ?? to, to) - from, status: 'alarm' }],
    events: [
      { at: raisedAt - from, label: words.raised },
      ...(clearedAt !== null && inside(clearedAt) ? [{ at: clearedAt - from, label: words.cleared }] : []),
    ],
    freeAxis: true,
  };
}
