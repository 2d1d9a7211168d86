import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { drift, noise } from './noise.ts';
import { type Moment } from './moment.ts';

/** Mean demand over a quarter of an hour in the meter's unit per hour (kW, t/h, m³/h). */
export type Load = (moment: Moment, seed: number) => number;

/** Load is held back when the price is high. */
const HELD: Readonly<Record<string, number>> = { s: 0.7, p: 0.88, f: 1, v: 1.02 };

const wobble = (m: Moment, seed: number, size: number): number =>
  1 + size * (noise(seed, m.t / QUARTER_MS) - 0.5) + size * (drift(seed + 1, m.t / (6 * HOUR_MS)) - 0.5);

/** Share of the heats that are melted on a day: fewer at weekends, almost none during the overhaul. */
const busy = (m: Moment): number =>
  m.overhaul ? 0.06 : m.weekday === 6 ? 0.7 : m.weekday === 5 ? 0.8 : 0.97;

/**
 * A furnace works heat by heat: `on` of every `cycle` minutes, each heat starting a little early or late.
 * The demand of a quarter of an hour is the share of it with power on.
 */
export function furnace(kw: number, cycle: number, on: number, lag = 0): Load {
  const cycleMs = cycle * MINUTE_MS;
  const onMs = on * MINUTE_MS;
  return (m, seed) => {
    const first = Math.floor((m.t - lag * MINUTE_MS) / cycleMs) - 1;
    let lit = 0;
    for (let heat = first; heat <= first + 2; heat++) {
      // Which heats are skipped is the furnace's affair, not that of the unit that follows it.
      if (noise(cycle * 7 + 3, heat) > busy(m)) continue;
      const start = heat * cycleMs + lag * MINUTE_MS + noise(cycle, heat) * 9 * MINUTE_MS;
      const overlap = Math.min(start + onMs, m.t + QUARTER_MS) - Math.max(start, m.t);
      if (overlap > 0) lit += overlap / QUARTER_MS;
    }
    return kw * (0.03 + 0.97 * Math.min(1, lit) * (HELD[m.period] ?? 1)) * wobble(m, seed, 0.06);
  };
}

/** Machines that run in three shifts, with a dip at every change and a stand on Sunday nights. */
export function shifts(kw: number): Load {
  return (m, seed) => {
    const intoShift = m.hour % 8;
    const change = intoShift < 0.3 || intoShift > 7.8 ? 0.55 : 1;
    const stand = m.overhaul ? 0.08 : m.weekday === 6 && (m.hour < 8 || m.hour > 20) ? 0.18 : 1;
    const weekend = m.weekday >= 5 ? 0.84 : 1;
    return kw * change * stand * weekend * (HELD[m.period] ?? 1) * wobble(m, seed, 0.14);
  };
}

/** Steady work day and night. `summer` = how much more in summer than in winter. */
export function steady(demand: number, summer = 0): Load {
  return (m, seed) => {
    const run = m.overhaul ? 0.25 : m.weekday >= 5 ? 0.93 : 1;
    return demand * run * (1 + summer * (m.summer - 0.5)) * wobble(m, seed, 0.05);
  };
}

/** Offices and lighting: workdays, evenings, air conditioning. `night` = what never goes off. */
export function office(demand: number, night: number): Load {
  return (m, seed) => {
    const awake = m.hour > 7.5 && m.hour < 18.5 ? 1 : m.hour >= 18.5 && m.hour < 22 ? 0.45 : night;
    const work = m.weekday >= 5 ? 0.4 + 0.6 * night : 1;
    const season = 0.75 + 0.5 * Math.abs(m.summer - 0.45);
    return demand * Math.max(awake * work, night) * season * wobble(m, seed, 0.12);
  };
}

/** Kitchens and taps: three meals a day. */
export function meals(demand: number): Load {
  return (m, seed) => {
    const peak = (at: number): number => Math.exp(-(((m.hour - at) / 0.9) ** 2));
    const run = 0.06 + peak(7.2) * 0.6 + peak(11.6) + peak(17.6) * 0.8;
    return demand * run * (m.weekday >= 5 ? 0.45 : 1) * wobble(m, seed, 0.1);
  };
}

/** Heating: from November to March, more in the cold hours. */
export function heating(demand: number): Load {
  return (m, seed) => {
    const cold = Math.max(0, 0.42 - m.summer) / 0.42;
    return demand * cold * (1.1 - 0.25 * Math.sin(((m.hour - 8) * Math.PI) / 12)) * wobble(m, seed, 0.08);
  };
}

/** Cold that is wanted of a chiller, kW: laboratories all year, offices by season and hour. */
function wantedCold(kw: number, m: Moment): number {
  const day = 0.6 + 0.4 * Math.max(0, Math.sin(((m.hour - 7) * Math.PI) / 12));
  return kw * (0.3 + 0.6 * m.summer) * day * (m.weekday >= 5 ? 0.8 : 1);
}

/** Coefficient of performance: best at 70 % of the capacity, less on hot days. */
const performance = (best: number, share: number, summer: number): number =>
  best * (1 - 0.9 * (share - 0.7) ** 2) * (1 - 0.12 * (summer - 0.5));

/** Electricity of a chiller of `kw` of cold whose coefficient of performance is at most about `best`, kW. */
export function chiller(kw: number, best: number): Load {
  return (m) => {
    const cold = wantedCold(kw, m);
    return cold / performance(best, cold / kw, m.summer);
  };
}

/** The cold that it gives for it, GJ/h. */
export const cold =
  (kw: number): Load =>
  (m) =>
    (wantedCold(kw, m) * 3.6) / 1000;

/** Nothing of its own: all flow goes on to the meters below. */
export const none: Load = () => 0;
