import type { BucketChart } from './ChartModel.ts';

/** The value axis in the scaled unit. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
  readonly decimals: number;
}

const STEPS = [1, 2, 4, 5, 10];
const LEAST_INTERVALS = 3;
const WANTED_INTERVALS = 5;

/** 3 to 7 intervals of 1, 2, 4 or 5 × 10ⁿ, from 0 unless the chart frees its axis; stacks count as their sum, above zero and below by itself. */
export function valueAxis(model: BucketChart): ValueAxis {
  const stacks = new Map<string, number[]>();
  let low = Infinity;
  let high = -Infinity;
  for (const series of model.series) {
    series.values.forEach((value, i) => {
      if (value === null) return;
      const key = `${series.stack} ${value < 0}`;
      const sums = series.stack ? (stacks.get(key) ?? []) : [];
      if (series.stack) stacks.set(key, sums);
      const shown = series.stack ? (sums[i] = (sums[i] ?? 0) + value) : value;
      low = Math.min(low, shown);
      high = Math.max(high, shown);
    });
  }
  for (const limit of model.limits ?? []) {
    low = Math.min(low, limit.value);
    high = Math.max(high, limit.value);
  }
  if (high === -Infinity) return { min: 0, max: 1, interval: 0.25, decimals: 2 };
  low /= model.scale.factor;
  high /= model.scale.factor;
  if (!model.freeAxis) {
    low = Math.min(0, low);
    high = Math.max(0, high);
  }
  if (high === low) high = low + (Math.abs(low) || 1);
  const interval = intervalFor(high - low);
  const min = Math.floor(low / interval + 1e-9) * interval;
  let max = Math.ceil(high / interval - 1e-9) * interval;
  if (Math.round((max - min) / interval) < LEAST_INTERVALS) max = min + LEAST_INTERVALS * interval;
  const decimals = Math.max(0, -Math.floor(Math.log10(interval) + 1e-9));
  return { min: round(min), max: round(max), interval: round(interval), decimals };
}

function intervalFor(span: number): number {
  const rough = span / WANTED_INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough * 0.999) ?? 10) * power;
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
