import type { EnergyCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { BillPart, Days } from '#domain/tariff/bill.ts';
import type { SpotHour } from '#domain/tariff/spot.ts';
import type { Zone } from '#domain/time/zone.ts';
import { type AccountMonth, daysOfRange } from './span.ts';
import type { SchemeTerms, TermedRange } from './terms.ts';

/** Days of an account under one agreement, and what they are billed under. */
export interface SpanTerms extends Range {
  readonly monthDays: number;
  readonly scheme: SchemeTerms;
  /** `0` none, `1` capacity, `2` actual demand, `3` contract demand. */
  readonly basicCharge: string;
  readonly capacity: string | null;
  readonly contractDemand: string | null;
  readonly agreed: {
    readonly zone: Zone;
    readonly orgId: number;
    readonly measureAccount: string;
    readonly factorStandard: string | null;
    readonly demandDiscount: boolean;
  };
}

/** A range of equal terms with what was measured in it; millionths. */
export interface MeasuredRange<S extends SpanTerms = SpanTerms> extends TermedRange {
  readonly span: S;
  readonly sum: {
    readonly energy: bigint | null;
    readonly energies: Readonly<Record<EnergyCode, bigint | null>>;
  } | null;
  readonly spot: readonly SpotHour[];
}

/** What was measured in a month of an account. */
export interface MeasuredMonth {
  readonly month: AccountMonth<SpanTerms>;
  readonly ranges: readonly MeasuredRange[];
  /** The time of each object: its highest demand, and where active and reactive energy are not known together. */
  readonly runs: readonly (Range & {
    readonly demand: { readonly reported: { readonly maximum: { readonly demand: bigint } | null } } | null;
    readonly gaps: Readonly<Partial<Record<string, readonly Range[]>>>;
  })[];
}

/** A line that cannot be made, or that rests on what may be wrong, and what to do. */
export interface TermDoubt {
  readonly part: BillPart;
  readonly name?: string;
  readonly text: Text;
  readonly remedy: Text;
}

/** Ranges side by side that say the same; those without a key are left out. */
export function joined<R extends Range>(ranges: readonly R[], key: (range: R) => string | null): R[][] {
  const runs: { key: string; to: number; list: R[] }[] = [];
  for (const range of ranges) {
    const own = key(range);
    if (own === null) continue;
    const last = runs.at(-1);
    if (last?.key === own && last.to === range.from) {
      last.list.push(range);
      last.to = range.to;
    } else runs.push({ key: own, to: range.to, list: [range] });
  }
  return runs.map(({ list }) => list);
}

/** From the first of a run to the last, with its dates where it is not the whole settlement month. */
export function lastingOf(month: Range, run: readonly MeasuredRange[]): Range & { readonly days?: Days } {
  const [first, last] = [run[0], run.at(-1)];
  const range = { from: first?.from ?? month.from, to: last?.to ?? month.to };
  if (!first) return range;
  const days = daysOfRange(first.span.agreed.zone, range, first.span.monthDays);
  const whole = range.from === month.from && range.to === month.to && days.days === days.of;
  return whole ? range : { ...range, days };
}

export const keyOf = (values: readonly (bigint | number | string | boolean | null)[]): string =>
  values.map(String).join(' ');
/** The sum over ranges; what a range does not say counts as nothing. */
export const sumOf = (
  run: readonly MeasuredRange[],
  of: (range: MeasuredRange) => bigint | null | undefined,
): bigint => run.reduce((sum, range) => sum + (of(range) ?? 0n), 0n);
/** The same of a code; null where no range says anything. */
export const knownOf = (run: readonly MeasuredRange[], code: EnergyCode): bigint | null =>
  run.some(({ sum }) => sum?.energies[code] != null) ? sumOf(run, ({ sum }) => sum?.energies[code]) : null;

/** The standard of the power factor in percent, `0` where there is none: of the agreement, else of its scheme. */
export const standardOf = ({ agreed, scheme }: SpanTerms): string =>
  agreed.factorStandard ?? scheme.factorStandard;
