import { sumOf } from '#domain/decimal/sum.ts';
import { timeAt } from '#domain/time/text.ts';
import type { BatteryCycle, BatteryDevice } from '../contract.ts';

/** A day of a cluster as its cycles tell it. */
export interface CycleDay {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** kWh that passed in both directions; null where one is not known. */
  readonly throughput: number | null;
  /** Equivalent full cycles. */
  readonly cycles: number | null;
  /** Percent of the rated energy between highest and lowest state of charge. */
  readonly swing: number | null;
  /** Discharges that began that day; null where there are several clusters at one meter of a station. */
  readonly discharges: number;
  /** Percent of the rated energy of the deepest of them; null without any. */
  readonly deepest: number | null;
  readonly socMin: number | null;
  readonly socMax: number | null;
}

const both = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : sumOf([a, b]);
const depthOf = (energy: number, rated: number | null): number | null =>
  rated === null || rated <= 0 ? null : (energy / rated) * 100;
const highest = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Discharges as a person counts them: events are cut where a tariff period ends, and go on in the next. */
export function dischargesOf(
  events: readonly BatteryCycle[],
): Pick<BatteryCycle, 'from' | 'to' | 'energy'>[] {
  const found: { stationId: number; from: number; to: number; energy: number }[] = [];
  const given = events.filter(({ type }) => type === 'discharging').toSorted((a, b) => a.from - b.from);
  for (const { stationId, from, to, energy } of given) {
    const last = found.findLast((one) => one.stationId === stationId);
    if (last?.to === from) {
      last.to = to;
      last.energy = sumOf([last.energy, energy]) ?? 0;
    } else found.push({ stationId, from, to, energy });
  }
  return found;
}

/** Charges and discharges are those of stations: of the clusters of one that has several nobody knows whose they were. */
export const isAlone = (
  { stationId }: Pick<BatteryDevice, 'stationId'>,
  devices: readonly Pick<BatteryDevice, 'stationId'>[],
): boolean => devices.filter((one) => one.stationId === stationId).length === 1;

/** The charges and discharges of the station of a cluster. */
export const chargesOf = (
  { stationId }: Pick<BatteryDevice, 'stationId'>,
  events: readonly BatteryCycle[],
): BatteryCycle[] => events.filter((event) => event.stationId === stationId);

/** The days of a cluster. @param events charges and discharges of its station */
export function cycleDays(
  { buckets, ratedEnergy }: Pick<BatteryDevice, 'buckets' | 'ratedEnergy'>,
  events: readonly BatteryCycle[],
  timeZone: string,
): CycleDay[] {
  const given = dischargesOf(events);
  return buckets.map(({ label, from, to, charged, discharged, cycles, socMin, socMax }) => {
    const own = given.filter((event) => timeAt(timeZone, event.from).slice(0, 10) === label);
    return {
      label,
      from,
      to,
      throughput: both(charged, discharged),
      cycles,
      swing: socMin === null || socMax === null ? null : socMax - socMin,
      discharges: own.length,
      deepest: highest(own.map(({ energy }) => depthOf(energy, ratedEnergy))),
      socMin,
      socMax,
    };
  });
}

/** Edges of the classes of depth, percent. */
export const DEPTHS = [0, 20, 40, 60, 80] as const;

/** How many discharges were how deep, by class; the last holds all that are deeper. */
export function depthCounts(events: readonly BatteryCycle[], ratedEnergy: number | null): number[] | null {
  if (ratedEnergy === null || ratedEnergy <= 0) return null;
  const depths = dischargesOf(events).map(({ energy }) => (energy / ratedEnergy) * 100);
  return DEPTHS.map(
    (low, i) => depths.filter((depth) => depth >= low && depth < (DEPTHS[i + 1] ?? Infinity)).length,
  );
}

/** What a time cost of the life that a cluster is built for. */
export interface Wear {
  /** Equivalent cycles a day of those that are known. */
  readonly perDay: number | null;
  /** Percent of the cycles that it is built for. */
  readonly used: number | null;
  /** Years that these last at this pace. */
  readonly years: number | null;
}

const DAYS_A_YEAR = 365.25;

/** Of the days that are over. @param now ms */
export function wearOf(days: readonly CycleDay[], ratedCycles: number | null, now: number): Wear {
  const known = days.flatMap(({ cycles, to }) => (to > now ? [] : (cycles ?? [])));
  const total = sumOf(known);
  const perDay = total === null ? null : total / known.length;
  const built = ratedCycles === null || total === null ? null : ratedCycles;
  return {
    perDay,
    used: built === null || total === null ? null : (total / built) * 100,
    years: built === null || perDay === null || perDay <= 0 ? null : built / perDay / DAYS_A_YEAR,
  };
}
