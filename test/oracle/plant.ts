import { dateAt, instantOf, QUARTER, type Range, wallAt, weekdayOf } from './clock.ts';
import type { Period, PlantDraw } from './draw.ts';
import { type MeterTruth, meterOf } from './meter.ts';
import { byQuarter, type Figure, figureOf, measured } from './truth.ts';

/** Some meters or sums, each with a sign: by their numbers in the order of meters, then sums. */
export type Signed = readonly { readonly of: number; readonly sign: 1 | -1 }[];

/** Everything that is so. */
export interface Plant extends Range {
  readonly draw: PlantDraw;
  readonly zone: string;
  readonly meters: readonly MeterTruth[];
  /** A meter of compressed air that the first meter makes, or none: a key energy system. */
  readonly air: MeterTruth | null;
  readonly sums: readonly Signed[];
  /** Number of the meter above, or null. */
  readonly above: readonly (number | null)[];
}

export function plantOf(draw: PlantDraw): Plant {
  const { zone } = draw;
  const from = instantOf(zone, draw.begin, draw.hour);
  // Readings of every hour stand on the hours of UTC.
  const begin = Math.ceil(from / (4 * QUARTER)) * 4 * QUARTER;
  const to = begin + Math.floor(draw.length / 4) * 4 * QUARTER;
  return {
    draw,
    zone,
    from: begin,
    to,
    meters: draw.meters.map((one, i) => meterOf(one, `E${i}`, { from: begin, to })),
    air: airOf(draw, { from: begin, to }),
    sums: draw.sums.map(({ parts }) => parts),
    above: draw.meters.map(({ above }, i) => (above < i ? above : null)),
  };
}

/** Every third plant has a compressor. */
function airOf({ meters: [first] }: PlantDraw, range: Range): MeterTruth | null {
  if (!first || first.seed % 3 !== 0) return null;
  const { step, seed, most } = first;
  return meterOf({ ...first, step, most, seed: seed + 17, faults: [], reactive: false, alias: false, slip: 15 }, 'AIR', range); // prettier-ignore
}

/** What a sum of figures says: the sum of what is known, with the flags of all; partial where one is missing. */
export function sumOf(figures: readonly (Figure & { readonly sign: 1 | -1 })[]): Figure {
  const known = figures.filter(({ energy }) => energy !== null);
  const flags = new Set(figures.flatMap((one) => [...one.flags]));
  if (known.length > 0 && known.length < figures.length) flags.add('partial');
  return {
    energy: known.length === 0 ? null : known.reduce((sum, { energy, sign }) => sum + (energy ?? 0n) * BigInt(sign), 0n), // prettier-ignore
    flags,
    covered: Math.min(...figures.map(({ covered }) => covered)),
  };
}

/** What can be said of a meter or a sum in a bucket. */
export function figureAt(plant: Plant, number: number, { from, to }: Range): Figure {
  const meter = plant.meters[number];
  if (meter) return figureOf(meter.known.PP, from, to);
  return figureOfList(plant, plant.sums[number - plant.meters.length] ?? [], { from, to });
}

/** The same of several with signs. */
export const figureOfList = (plant: Plant, list: Signed, range: Range): Figure =>
  sumOf(list.map(({ of, sign }) => ({ sign, ...figureAt(plant, of, range) })));

/** The energy of a quarter of an hour that everything in it was measured of from end to end; else null. */
export function measuredAt(plant: Plant, number: number, from: number): bigint | null {
  const meter = plant.meters[number];
  if (meter) return measured(meter.known.PP, from, from + QUARTER);
  return measuredOfList(plant, plant.sums[number - plant.meters.length] ?? [], from);
}

export function measuredOfList(plant: Plant, list: Signed, from: number): bigint | null {
  let sum = 0n;
  for (const { of, sign } of list) {
    const energy = measuredAt(plant, of, from);
    if (energy === null) return null;
    sum += energy * BigInt(sign);
  }
  return sum;
}

/** Begins of the quarters of an hour of a range in which the plant ran. */
export function* quartersIn(plant: Plant, { from, to }: Range): Generator<number> {
  for (let t = Math.max(from, plant.from); t < Math.min(to, plant.to); t += QUARTER) yield t;
}

/** The meters, no sums, of a list with how often each counts. */
export function metersIn(plant: Plant, list: Signed, times = 1): Map<number, number> {
  const found = new Map<number, number>();
  for (const { of, sign } of list) {
    const inner =
      of < plant.meters.length
        ? new Map([[of, times * sign]])
        : metersIn(plant, plant.sums[of - plant.meters.length] ?? [], times * sign);
    for (const [number, n] of inner) found.set(number, (found.get(number) ?? 0) + n);
  }
  return found;
}

/** Holidays and worked weekends as the State Council announced them for 2025 and 2026, first and last day. */
const HOLIDAYS = [
  ['2025-01-01', '2025-01-01'],
  ['2025-01-28', '2025-02-04'],
  ['2025-04-04', '2025-04-06'],
  ['2025-05-01', '2025-05-05'],
  ['2025-05-31', '2025-06-02'],
  ['2025-10-01', '2025-10-08'],
  ['2026-01-01', '2026-01-03'],
  ['2026-02-15', '2026-02-23'],
] as const;
const WORKED = ['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11', '2026-01-04', '2026-02-14', '2026-02-28']; // prettier-ignore

/** Whether a date is a weekend by the calendar of its place. */
function isWeekend(zone: string, date: string): boolean {
  if (weekdayOf(date) < 5) return false;
  if (zone !== 'Asia/Shanghai') return true;
  return !WORKED.includes(date) && !HOLIDAYS.some(([first, last]) => first <= date && date <= last);
}

/** The tariff period of the quarter of an hour that begins at an instant. */
export function periodAt({ draw, zone }: Plant, t: number): Period {
  const weekend = draw.weekend !== null && isWeekend(zone, dateAt(zone, t));
  return ((weekend ? draw.weekend : null) ?? draw.workday)[wallAt(zone, t).hour] ?? 3;
}

const quarters = new WeakMap<Plant, Map<string, ReadonlyMap<number, bigint>>>();

/** The energy of a meter or a sum in every quarter of an hour of which something is known. */
export function quartersOf(plant: Plant, number: number, code: 'PP' | 'QI'): ReadonlyMap<number, bigint> {
  let own = quarters.get(plant);
  if (!own) quarters.set(plant, (own = new Map()));
  const key = `${number} ${code}`;
  const kept = own.get(key);
  if (kept) return kept;
  const meter = plant.meters[number];
  const found = meter
    ? byQuarter(meter.known[code])
    : quartersOfList(plant, plant.sums[number - plant.meters.length] ?? [], code);
  own.set(key, found);
  return found;
}

/** The same of several with signs. */
export function quartersOfList(plant: Plant, list: Signed, code: 'PP' | 'QI'): Map<number, bigint> {
  const found = new Map<number, bigint>();
  for (const { of, sign } of list)
    for (const [t, energy] of quartersOf(plant, of, code))
      found.set(t, (found.get(t) ?? 0n) + energy * BigInt(sign));
  return found;
}
