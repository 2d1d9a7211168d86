import { HEAT } from '#web/theme/palette.ts';
import type { HeatChart } from './ChartModel.ts';

/** The values between which colours run, in the base unit. */
export interface HeatScale {
  readonly low: number;
  readonly high: number;
  /** Some few values are higher than `high`: one of them alone would leave no colour to the others. */
  readonly capped: boolean;
  readonly colors: readonly string[];
}

/** So many times what almost all values keep below is a spike, where there are enough values to tell. */
const SPIKE = 1.5;
const ALMOST_ALL = 0.995;
const ENOUGH = 500;

/** Colours and their range for a heat map; below 0 they run the other way, and 0 stays in the middle. Pure. */
export function heatScale({ cells }: Pick<HeatChart, 'cells'>, dark: boolean): HeatScale {
  const ground = dark ? 1 : 0;
  const values = cells.flatMap(({ value }) => (value === null ? [] : [value])).toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [values[0], values.at(-1)];
  const usual = values[Math.floor((values.length - 1) * ALMOST_ALL)] ?? most;
  const capped = values.length >= ENOUGH && usual > 0 && most > usual * SPIKE;
  const high = capped ? usual : most;
  if (least < 0) {
    const bound = Math.max(-least, high);
    const colors = [...HEAT.below[ground].slice(1).toReversed(), ...HEAT.above[ground]];
    return { low: -bound, high: bound, capped: most > bound, colors };
  }
  // From 0 where the values come near it; else what differs would have no colour.
  const low = least > high / 2 ? least : 0;
  return { low, high: high > low ? high : low + 1, capped, colors: HEAT.above[ground] };
}
