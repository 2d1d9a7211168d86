import type { Period } from '#contract/period.ts';
import { floorDiv } from '../decimal/decimal.ts';
import { amountOf, type Fen } from '../tariff/money.ts';
import { HOUR_MS, QUARTER_MS } from '../time/duration.ts';
import type { Sample } from './course.ts';

/** What holds in a quarter of an hour. */
export interface Rate {
  /** 0 = no calendar holds. */
  readonly period: Period | 0;
  /** Millionths of a yuan a kWh; null = no price holds. */
  readonly price: bigint | null;
}

/** Energy of a session at one period and price. */
interface FeeLine extends Rate {
  /** Millionths of a kWh. */
  readonly energy: bigint;
  /** Rounded half-up to the fen; null without a price. */
  readonly amount: Fen | null;
}

/** What a session costs. */
export interface Fees {
  readonly lines: readonly FeeLine[];
  /** The sum of the lines; null where one has no price. */
  readonly energyFee: Fen | null;
  readonly serviceFee: Fen;
  /** Readings lie so far apart over a change of period or price that time alone says how much falls on each. */
  readonly byTime: boolean;
}

/** Readings that are farther apart say little of what lies between, ms. */
const APART_MS = QUARTER_MS;

/**
 * The energy of a session by tariff period and price, and what it costs. Between two readings of its register the energy is
 * taken to be even in time; the parts add up to the whole exactly.
 * @param points readings in the order of time, none decreasing
 * @param rateAt what holds in the quarter of an hour that begins at an instant
 * @param servicePrice millionths of a yuan a kWh
 */
export function feesOf(
  points: readonly Sample[],
  rateAt: (quarter: number) => Rate,
  servicePrice: bigint,
): Fees {
  const energies = new Map<string, { readonly rate: Rate; energy: bigint }>();
  let [byTime, touched] = [false, new Set<string>()];
  const add = (quarter: number, energy: bigint): void => {
    if (energy === 0n) return;
    const rate = rateAt(quarter);
    const key = `${rate.period} ${rate.price ?? ''}`;
    touched.add(key);
    const found = energies.get(key);
    if (found) found.energy += energy;
    else energies.set(key, { rate, energy });
  };
  for (const [i, from] of points.entries()) {
    const to = points[i + 1];
    if (!to) continue;
    touched = new Set();
    share(from, to, add);
    byTime ||= touched.size > 1 && to.at - from.at > APART_MS;
  }
  const lines = [...energies.values()]
    .map(({ rate, energy }) => ({
      ...rate,
      energy,
      amount: rate.price === null ? null : amountOf(energy, rate.price),
    }))
    .toSorted((a, b) => a.period - b.period || compare(a.price ?? -1n, b.price ?? -1n));
  const total = lines.reduce((sum, { energy }) => sum + energy, 0n);
  return {
    lines,
    energyFee: lines.reduce<Fen | null>(
      (sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
      0n,
    ),
    serviceFee: amountOf(total, servicePrice),
    byTime,
  };
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

/** Gives each quarter of an hour between two readings its part. */
function share(from: Sample, to: Sample, add: (quarter: number, energy: bigint) => void): void {
  const length = BigInt(to.at - from.at);
  const risen = to.energy - from.energy;
  const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;
  if (length === 0n) return add(quarterOf(to.at), risen);
  let given = 0n;
  for (let at = from.at; at < to.at;) {
    const quarter = quarterOf(at);
    at = Math.min(quarter + QUARTER_MS, to.at);
    const until = floorDiv(risen * BigInt(at - from.at), length);
    add(quarter, until - given);
    given = until;
  }
}

/**
 * How much of what chargers could have delivered they did: energy / (rated power × time). Null without a rated power or time.
 * @param energy millionths of a kWh @param ratedPower kW
 */
export function utilisationOf(energy: bigint, ratedPower: number, lengthMs: number): number | null {
  const possible = (ratedPower * lengthMs) / HOUR_MS;
  return possible > 0 ? Number(energy) / 1e6 / possible : null;
}
