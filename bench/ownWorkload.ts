import { DAY_SECONDS } from '#domain/time/duration.ts';
import { noise } from '../simulator/plant/noise.ts';
import type { Row, Workload } from './workload.ts';

/*
 * A small load of the shared bench's form, for a checkout that stands alone: 40 meters, 10 codes, a week at
 * 15 minutes; then 5 meters, 2 codes, a year. A reading stamped t is the state at the END of its step, in UTC+8.
 */
const STEP = 900;
const TZ_H = 8;
const METERS = 40;
const YEAR_METERS = 5;
const WEEK_STEPS = 672;
const YEAR_STEPS = 35_040;
const WEEK0 = Date.UTC(2024, 11, 24, 16) / 1000;
const YEAR0 = WEEK0 + WEEK_STEPS * STEP;
const YEAR1 = YEAR0 + YEAR_STEPS * STEP;
const MONTHS = Array.from({ length: 13 }, (_, m) => Date.UTC(2025, m, 1) / 1000 - TZ_H * 3600);
const PERIODS = 'vvvvvvvvppppffffffpppfff'.split('');
/** What a meter of the benches sends. */
export const CODES = ['PP', 'PZ', 'QZ', 'FZ', 'IA', 'IB', 'IC', 'UA', 'UB', 'UC'];

const cents = (value: number): number => Math.round(value * 100) / 100;

/** Mean power of the step that ends at step k, kW with 2 decimals. */
function power(meter: number, k: number): number {
  const hour = (((WEEK0 + k * STEP) / 3600 + TZ_H) % 24) / 24;
  return cents(
    (5 + ((meter * 37) % 60)) * (0.6 - 0.4 * Math.cos(hour * 2 * Math.PI)) * (0.85 + 0.3 * noise(meter, k)),
  );
}

const registers = new Map<number, Float64Array>();

/** Registers in quarters of a hundredth of a kWh, whole numbers. */
function registerOf(meter: number): Float64Array {
  let sums = registers.get(meter);
  if (!sums) {
    sums = new Float64Array((meter <= YEAR_METERS ? WEEK_STEPS + YEAR_STEPS : WEEK_STEPS) + 1);
    sums[0] = meter * 400_000;
    for (let k = 1; k < sums.length; k++) sums[k] = (sums[k - 1] ?? 0) + Math.round(power(meter, k) * 100);
    registers.set(meter, sums);
  }
  return sums;
}

const PP = (meter: number, k: number): number => (registerOf(meter)[k] ?? NaN) / 400;
const kOf = (ts: number): number => (ts - WEEK0) / STEP;
const energy = (meter: number, from: number, to: number): number => PP(meter, kOf(to)) - PP(meter, kOf(from));

function valuesOf(meter: number, k: number, codes: readonly string[]): number[] {
  const p = power(meter, k);
  const of: Record<string, () => number> = {
    PP: () => PP(meter, k),
    PZ: () => p,
    QZ: () => cents(p * 0.3),
    FZ: () => cents(0.9 + 0.09 * noise(meter + 2000, k)),
  };
  return codes.map(
    (code, i) => of[code]?.() ?? cents((code.startsWith('U') ? 220 : p / 0.66) + noise(meter + i * 500, k)),
  );
}

function* batches(
  part: 'week' | 'year',
  options: { stepsPerBatch: number; limitSteps?: number },
): Generator<Row[]> {
  const week = part === 'week';
  const codes = week ? CODES : ['PP', 'PZ'];
  const offset = week ? 0 : WEEK_STEPS;
  const steps = Math.min(week ? WEEK_STEPS : YEAR_STEPS, options.limitSteps ?? Infinity);
  for (let from = 1; from <= steps; from += options.stepsPerBatch) {
    const rows: Row[] = [];
    for (let k = from; k < Math.min(from + options.stepsPerBatch, steps + 1); k++)
      for (let meter = 1; meter <= (week ? METERS : YEAR_METERS); meter++)
        rows.push({
          ts: WEEK0 + (offset + k) * STEP,
          meter,
          codes,
          values: valuesOf(meter, offset + k, codes),
        });
    yield rows;
  }
}

const list = <T>(length: number, of: (i: number) => T): T[] => Array.from({ length }, (_, i) => of(i));
const month = (i: number): [number, number] => [MONTHS[i] ?? 0, MONTHS[i + 1] ?? 0];

/** Reference answers, from the generator alone. */
const reference = {
  q1: (meter: number) =>
    list(365, (d) => energy(meter, YEAR0 + d * DAY_SECONDS, YEAR0 + (d + 1) * DAY_SECONDS)),
  q2: (meter: number) =>
    list(8760, (h) => list(4, (i) => power(meter, kOf(YEAR0 + h * 3600) + i)).reduce((a, b) => a + b) / 4),
  q3: () => list(YEAR_METERS, (m) => list(12, (i) => energy(m + 1, ...month(i)))),
  q4: () =>
    list(METERS, (i) => ({ meter: i + 1, kwh: PP(i + 1, WEEK_STEPS) - PP(i + 1, 1) }))
      .sort((a, b) => b.kwh - a.kwh)
      .slice(0, 10),
  q5: (meter: number, day: number) => list(96, (i) => power(meter, kOf(YEAR0 + day * DAY_SECONDS) + i)),
  q6: (meter: number, of: number) => {
    const sums = { p: 0, f: 0, v: 0 };
    const [from, to] = month(of);
    for (let t = from; t < to; t += 3600)
      sums[PERIODS[(t / 3600 + TZ_H) % 24] as 'p' | 'f' | 'v'] += energy(meter, t, t + 3600);
    return [sums.p, sums.f, sums.v];
  },
};

/** Largest absolute difference of two lists of the same length. */
function worst(got: readonly number[], want: readonly number[]): number {
  if (got.length !== want.length) throw new Error(`${got.length} values, want ${want.length}`);
  return Math.max(0, ...want.map((value, i) => Math.abs((got[i] ?? NaN) - value)));
}

interface Ranked {
  readonly meter: number;
  readonly kwh: number;
}

export const ownWorkload: Workload = {
  WEEK0,
  YEAR0,
  YEAR1,
  MONTHS,
  PERIODS,
  TZ_H,
  STEP,
  DAY: DAY_SECONDS,
  METERS,
  YEAR_METERS,
  WEEK_STEPS,
  CODES,
  batches,
  args: {
    q1: (i) => [1 + (i % YEAR_METERS)],
    q2: (i) => [1 + ((i * 7) % YEAR_METERS)],
    q3: () => [],
    q4: () => [],
    q5: (i) => [1 + ((i * 3) % YEAR_METERS), (i * 37) % 365],
    q6: (i) => [1 + ((i * 11) % YEAR_METERS), i % 12],
  },
  check: {
    q1: (got: number[], [meter = 1]) => worst(got, reference.q1(meter)),
    q2: (got: number[], [meter = 1]) => worst(got, reference.q2(meter)),
    q3: (got: { per: number[][] }) => worst(got.per.flat(), reference.q3().flat()),
    q4: (got: Ranked[]) => {
      const want = reference.q4();
      if (String(got.map((one) => one.meter)) !== String(want.map((one) => one.meter)))
        throw new Error('order');
      return worst(
        got.map((one) => one.kwh),
        want.map((one) => one.kwh),
      );
    },
    q5: (got: number[], [meter = 1, day = 0]) => worst(got, reference.q5(meter, day)),
    q6: (got: { p: number; f: number; v: number }, [meter = 1, of = 0]) =>
      worst([got.p, got.f, got.v], reference.q6(meter, of)),
  },
};
