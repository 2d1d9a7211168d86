import { ENERGY_CODES } from '#contract/dataCode.ts';
import {
  microToText,
  numberToMicro,
  parseDecimal,
  ratioToMicro,
  textToMicro,
} from '#domain/decimal/decimal.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import type { MeterInput } from '#domain/fold/fold.ts';
import { RANK, type Reading, resolve } from '#domain/fold/point.ts';
import type { Interval } from '#domain/fold/span.ts';
import type { Void } from '#domain/fold/void.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Operation } from '../contract.ts';

/** What an operation writes under a person's source, all about one code. */
export interface Plan {
  readonly readings: readonly { readonly ts: number; readonly value: number }[];
  readonly intervals: readonly { readonly start: number; readonly end: number; readonly value: string }[];
  readonly voids: readonly Omit<Void, 'source'>[];
}

const NOTHING: Plan = { readings: [], intervals: [], voids: [] };

/** The source of values that are not written yet: newer than every real one. */
export const NOT_YET = 2_147_483_647;

/**
 * What an operation writes. `input` holds what counts now over its interval, `quarters` the quarters of it that are
 * known. What a person said before about the same place is taken out, so that the last word counts.
 */
export function planOf(operation: Operation, input: MeterInput, quarters: readonly Bucket[]): Plan {
  const { kind, code, from, to, target } = operation;
  const amount = operation.amount ?? '0';
  const inside = { code, from, to, target };
  switch (kind) {
    case 'register':
      return superseding(operation, input, { ...NOTHING, readings: [{ ts: from, value: Number(amount) }] });
    case 'energy':
      return superseding(operation, input, stated([{ start: from, end: to, value: amount }]));
    case 'choose':
      return superseding(
        operation,
        input,
        from === to
          ? { ...NOTHING, readings: [{ ts: from, value: Number(amount) }] }
          : stated([{ start: from, end: to, value: amount }]),
      );
    case 'shift':
      return superseding(operation, input, shifted(operation, input, textToMicro(amount)));
    case 'scale':
      return superseding(operation, input, stated(scaled(operation, quarters, amount)));
    case 'ignore':
      return {
        ...NOTHING,
        voids: [
          { ...inside, kind: 'reading' },
          { ...inside, kind: 'interval' },
        ],
      };
    case 'interpolate':
      return {
        ...NOTHING,
        voids: [
          { ...inside, kind: 'reading', from: from + 1, to: to - 1, target: null },
          { ...inside, kind: 'interval', target: null },
        ],
      };
  }
}

const stated = (intervals: Plan['intervals']): Plan => ({ ...NOTHING, intervals });

function shifted({ code, from, to }: Operation, input: MeterInput, by: bigint): Plan {
  const points = resolve(input.registers.get(code) ?? []).filter(({ ts }) => ts >= from && ts < to);
  const readings = points.map(({ ts, value }) => ({
    ts,
    value: Number(microToText(numberToMicro(value) + by)),
  }));
  return { ...NOTHING, readings };
}

/** Each measured quarter by itself; what is only known together stays together, so that no demand is made up. */
function scaled(
  { code, from, to }: Operation,
  quarters: readonly Bucket[],
  factor: string,
): Plan['intervals'] {
  const index = ENERGY_CODES.indexOf(code);
  const { num, den } = parseDecimal(factor);
  const runs: { start: number; end: number; energy: bigint; whole: boolean }[] = [];
  for (const bucket of quarters) {
    const energy = bucket.energies[index];
    if (energy == null || bucket.ts < from || bucket.ts >= to) continue;
    const whole = bucket.md !== null;
    const last = runs.at(-1);
    if (last && !last.whole && !whole && last.end === bucket.ts) {
      last.end += QUARTER_MS;
      last.energy += energy;
    } else runs.push({ start: bucket.ts, end: bucket.ts + QUARTER_MS, energy, whole });
  }
  return runs.map(({ start, end, energy }) => ({
    start,
    end,
    value: microToText(ratioToMicro({ num: energy * num, den: den * 1_000_000n })),
  }));
}

/** Takes out what persons stated before at the same instants, or inside the same intervals. */
function superseding({ code }: Operation, input: MeterInput, plan: Plan): Plan {
  const voids: Omit<Void, 'source'>[] = [];
  const instants = new Set(plan.readings.map(({ ts }) => ts));
  for (const { ts, rank, source } of input.registers.get(code) ?? []) {
    if (rank === RANK.person && instants.has(ts))
      voids.push({ code, kind: 'reading', from: ts, to: ts, target: source });
  }
  for (const { start, end, rank, source } of input.intervals.get(code) ?? []) {
    const over = plan.intervals.some((one) => one.start <= start && one.end >= end);
    if (rank === RANK.person && over)
      voids.push({ code, kind: 'interval', from: start, to: end, target: source });
  }
  return { ...plan, voids: [...plan.voids, ...voids] };
}

/**
 * Where the registers beside an interval do not tell its energy: the mean of the quarters before and after it, as one
 * stated energy, so that it is flagged interpolated. Null when neither is known, and for a single quarter of an hour,
 * which would pass for a demand that was measured.
 */
export function estimateBetween(
  { code, from, to }: Operation,
  quarters: readonly Bucket[],
): Plan['intervals'] | null {
  const index = ENERGY_CODES.indexOf(code);
  const at = (ts: number): bigint | null =>
    quarters.find((bucket) => bucket.ts === ts)?.energies[index] ?? null;
  const ends = [at(from - QUARTER_MS), at(to)].filter((energy) => energy !== null);
  if (ends.length === 0 || to - from <= QUARTER_MS) return null;
  const sum = ends.reduce((total, energy) => total + energy, 0n);
  const count = BigInt(Math.round((to - from) / QUARTER_MS));
  const value = ratioToMicro({ num: sum * count, den: BigInt(ends.length) * 1_000_000n });
  return [{ start: from, end: to, value: microToText(value) }];
}

/** Whether every quarter of an interval has an energy. */
export function isWhole({ code, from, to }: Operation, quarters: readonly Bucket[]): boolean {
  const index = ENERGY_CODES.indexOf(code);
  const known = quarters.filter(({ ts, energies }) => ts >= from && ts < to && energies[index] !== null);
  return known.length * QUARTER_MS === to - from;
}

/** The input with the values of a plan, as they will stand. What it takes out is no longer in `input`. */
export function withPlan(input: MeterInput, code: string, plan: Plan): MeterInput {
  const registers = new Map(input.registers);
  const intervals = new Map(input.intervals);
  const mark = { source: NOT_YET, rank: RANK.person };
  if (plan.readings.length > 0) {
    const added = plan.readings.map((reading): Reading => ({ ...reading, ...mark }));
    registers.set(
      code,
      [...(registers.get(code) ?? []), ...added].sort((a, b) => a.ts - b.ts),
    );
  }
  if (plan.intervals.length > 0) {
    const added = plan.intervals.map((interval): Interval => ({ ...interval, ...mark }));
    intervals.set(code, [...(intervals.get(code) ?? []), ...added]);
  }
  return { ...input, registers, intervals };
}
