import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Side } from '#domain/figure/change.ts';
import type { Range } from '#domain/fold/reach.ts';
import { FLAG, flagNames } from '#contract/usageFlag.ts';
import { type Counting, dueSeconds } from '#domain/fold/counting.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { Amount, SpanAmount } from '#contract/amount.ts';
import { HOUR_MS } from '#domain/time/duration.ts';

/** A signed sum over meters, as the database gives it. Energies in millionths. */
export interface Sum {
  readonly energy: bigint | null;
  readonly coveredS: number;
  readonly flags: number;
  /** Meters of which something is known. */
  readonly known: number;
}

/** Readings need a moment to arrive before their absence is a gap. */
const GRACE_MS = 300_000;
const LONGEST_STEP_MS = HOUR_MS;

/** What coverage is measured against. */
export interface Expectation {
  /** When the meters that stand for the node count: outside of it nothing is demanded of them. */
  readonly counting: readonly Counting[];
  /** Longest step of their readings, ms. */
  readonly stepMs: number;
  readonly now: number;
}

/** Up to when data may be expected. */
export function expectedUntil({ now, stepMs }: Pick<Expectation, 'now' | 'stepMs'>): number {
  const step = Math.min(Math.max(stepMs, 60_000), LONGEST_STEP_MS);
  return Math.floor((now - GRACE_MS) / step) * step;
}

/** Floored percent of the meters' time in [from, to) that is backed by readings; null where none has passed. */
export function coverageOf(sum: Sum, from: number, to: number, expected: Expectation): number | null {
  const until = Math.min(to, expectedUntil(expected));
  const seconds = expected.counting.reduce((sum, one) => sum + dueSeconds(one, from, until), 0);
  if (seconds <= 0) return sum.coveredS > 0 ? 100 : null;
  return Math.min(100, Math.floor((100 * sum.coveredS) / seconds));
}

const numberOf = (energy: bigint | null): number | null => (energy === null ? null : microToNumber(energy));

/** A sum as it travels; a meter without data makes it partial, never smaller in silence. */
export function amountOf(sum: Sum, from: number, to: number, expected: Expectation): Amount {
  const partial = sum.energy !== null && sum.known < dueIn(expected.counting, from, to) ? FLAG.partial : 0;
  return {
    value: numberOf(sum.energy),
    coverage: coverageOf(sum, from, to, expected),
    flags: flagNames(sum.flags | partial),
  };
}

/** The same with its interval. */
export function spanAmountOf(sum: Sum, from: number, to: number, expected: Expectation): SpanAmount {
  return {
    from,
    to,
    ...amountOf(sum, from, to, expected),
  };
}

/** A sum over an interval as one of two that are compared. */
export const sideOf = ({ energy, coveredS, known }: Sum, { from, to }: Range): Side => ({
  from,
  to,
  value: energy,
  coveredS,
  known,
});
