import type { AnalysisRow } from '#contract/analysis.ts';
import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import { FLAG } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';
import { coverageOf, expectedUntil } from '#domain/figure/amount.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import { flagsOf } from '#feature/meters/analysisFrame/server/public.ts';
import { expectedOf, type QueryContext, type SignedMeter } from '#feature/meters/subject/server/public.ts';
import { type IntervalSum, NO_SUM } from '#feature/meters/reading/server/public.ts';
import type { Ground } from './asked.ts';

/** What is expected of meters. */
export type Expecting = Pick<QueryContext, 'expected' | 'organisation'>;

/** The sum of some meters over an interval. */
export interface Measured {
  readonly signed: readonly SignedMeter[];
  readonly sum: IntervalSum | undefined;
}

/** What the data behind an amount are worth. */
export interface Quality {
  /** Percent, of the energy that is known least; null where nothing is due yet. */
  readonly coverage: number | null;
  /** Bits of FLAG. */
  readonly flags: number;
}

/**
 * What the data are worth behind an amount that several energies make: it is partial where a meter of any of them is
 * without data, never smaller in silence.
 */
export function qualityOf(context: Expecting, measured: readonly Measured[], { from, to }: Range): Quality {
  const isKnown = measured.some(({ sum }) => sum?.energy != null);
  const until = Math.min(to, expectedUntil(context.expected));
  const coverages: number[] = [];
  let flags = 0;
  for (const { signed, sum = NO_SUM } of measured) {
    const expected = expectedOf(context, signed);
    const coverage = coverageOf(sum, from, to, expected);
    if (coverage !== null) coverages.push(coverage);
    flags |= sum.flags;
    if (isKnown && sum.known < dueIn(expected.counting, from, until)) flags |= FLAG.partial;
  }
  return { coverage: coverages.length === 0 ? null : Math.min(...coverages), flags };
}

/** The same of several intervals together: the least that is known of any. */
export const joinedQuality = (all: readonly Quality[]): Quality => {
  const coverages = all.flatMap(({ coverage }) => coverage ?? []);
  return {
    coverage: coverages.length === 0 ? null : Math.min(...coverages),
    flags: all.reduce((flags, one) => flags | one.flags, 0),
  };
};

/** As a row or figure tells it. */
export const told = ({ coverage, flags }: Quality): Pick<AnalysisRow, 'coverage' | 'flags'> => ({
  coverage,
  flags: flagsOf(flags),
});

type Counting = Pick<Ground, 'meters' | 'factors' | 'config'>;

/** The energies that have meters but no factor, so that comprehensive energy lacks them. */
export const uncountedTypes = ({ meters, factors, config }: Counting): string[] =>
  [...meters.keys()].filter(
    (type) =>
      factors('1', type).length === 0 && !(type === ENERGY.electricity && config.electricityBy === '2'),
  );

/** The same in a sentence; none where there are none. */
export function uncounted(ground: Counting): Text[] {
  const labels = uncountedTypes(ground).map((type) => energyTypeOf(type).label);
  if (labels.length === 0) return [];
  return [
    {
      zh: `未计入综合能耗（没有折标系数）：${labels.map((one) => one.zh).join('、')}`,
      en: `Not in comprehensive energy, as it has no factor: ${labels.map((one) => one.en).join(', ')}`,
    },
  ];
}
