import type { CurvePart } from '../contract.ts';

/** A curve as it is drawn in a box of 1000 by 100: its axis, the band from lowest to highest, the line of means. */
export interface Picture {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Paths, one part for each interval without a gap. */
  readonly band: string;
  readonly line: string;
}

export const WIDTH = 1000;
export const HEIGHT = 100;
const STEPS = [1, 2, 2.5, 5, 10];
const WANTED = 4;

/** Round places of an axis around values; a single one gets room on both sides. */
function axisOf(low: number, high: number): { min: number; max: number; ticks: number[] } {
  const span = high > low ? high - low : Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / WANTED));
  const step = (STEPS.find((one) => one * power * WANTED >= span) ?? 10) * power;
  const first = Math.floor((low - span * 0.02) / step);
  const last = Math.ceil((high + span * 0.02) / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return { min: ticks[0] as number, max: ticks.at(-1) as number, ticks };
}

/** How far down (0 top, 1 bottom) a value lies. */
export const downOf = ({ min, max }: Pick<Picture, 'min' | 'max'>, value: number): number =>
  (max - value) / (max - min);

/** The picture of a curve with the limits that must be seen on it; null where nothing is known. */
export function pictureOf(parts: readonly CurvePart[], limits: readonly number[]): Picture | null {
  const known = parts.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high]));
  if (known.length === 0) return null;
  const all = [...known, ...limits];
  const axis = axisOf(Math.min(...all), Math.max(...all));
  const x = (i: number): string => (((i + 0.5) / parts.length) * WIDTH).toFixed(1);
  const y = (value: number): string => (downOf(axis, value) * HEIGHT).toFixed(2);
  const intervals: { i: number; low: number; high: number; mean: number }[][] = [];
  let open: (typeof intervals)[number] | null = null;
  for (const [i, { low, high, mean }] of parts.entries()) {
    if (low === null || high === null || mean === null) {
      open = null;
      continue;
    }
    if (!open) intervals.push((open = []));
    open.push({ i, low, high, mean });
  }
  const path = (points: readonly string[]): string => `M${points.join('L')}`;
  return {
    ...axis,
    line: intervals.map((some) => path(some.map(({ i, mean }) => `${x(i)} ${y(mean)}`))).join(''),
    band: intervals
      .map((some) => {
        const top = some.map(({ i, high }) => `${x(i)} ${y(high)}`);
        const bottom = some.toReversed().map(({ i, low }) => `${x(i)} ${y(low)}`);
        return `${path([...top, ...bottom])}Z`;
      })
      .join(''),
  };
}
