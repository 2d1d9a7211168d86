import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { type Change, changeOf, noChange, notComparable, type Side } from '#domain/figure/change.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { StatisticColumn } from '#contract/statistics.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import { changeCells, numberOf } from '#feature/meters/analysisFrame/server/public.ts';
import { EQUIVALENT_COLUMNS } from '#feature/statistics/coefficient/server/public.ts';
import { type Equivalent, kilograms } from '#feature/statistics/coefficient/server/public.ts';
import { sideOf } from '#domain/figure/amount.ts';
import { NO_SUM, type IntervalSum } from '#feature/meters/reading/server/public.ts';
import type { Comprehensive } from './comprehensive.ts';
import type { StatisticsConfig } from './config.ts';
import { type Expecting, type Quality, qualityOf, told } from './quality.ts';

/** Places of the intervals that a row is told from: its own, and those that it is held against. */
export interface Places {
  readonly own: number;
  readonly before?: number;
  readonly lastYear?: number;
  /** Its own part that is over, where it is compared. */
  readonly compared?: number;
  /** It is not over, and is told against nothing. */
  readonly running?: boolean;
}

const coalAt = (found: Comprehensive, i: number | undefined): bigint | null =>
  i === undefined ? null : (found.totals[i]?.coal ?? null);

/**
 * Change of comprehensive energy against the intervals that the settings name. Each energy must be comparable for itself:
 * half of a sum may be one gas meter of ten.
 */
function changesOf(found: Comprehensive, places: Places, { compare }: StatisticsConfig) {
  const now = places.compared ?? places.own;
  const against = (then: number | undefined): Change => {
    if (then === undefined) return noChange(places.running ? 'running' : 'before');
    const side = (sum: IntervalSum | undefined, i: number, value = sum?.energy ?? null): Side => ({
      ...sideOf(sum ?? NO_SUM, found.intervals[i] ?? { from: 0, to: 0 }),
      value,
    });
    for (const { sums } of found.types) {
      const [own, before] = [sums[now], sums[then]];
      if (own?.energy == null && before?.energy == null) continue;
      const why = notComparable(side(own, now), side(before, then));
      if (why && why !== 'zero') return noChange(why);
    }
    const [own, before] = [coalAt(found, now), coalAt(found, then)];
    if (own === null || before === null) return noChange(own === null ? 'now' : 'before');
    return before <= 0n ? noChange('zero') : { change: changeOf(own, before), why: null };
  };
  return {
    ...(compare.has('monthOnMonth') ? { monthOnMonth: against(places.before) } : {}),
    ...(compare.has('yearOnYear') ? { yearOnYear: against(places.lastYear) } : {}),
  };
}

/** The columns of a statistic behind the names of its rows, as the settings show them. */
export function statisticColumns(
  shown: ReadonlySet<StatisticColumn>,
  types: readonly string[],
  { compare }: StatisticsConfig,
): AnalysisColumn[] {
  const [coal, carbon] = EQUIVALENT_COLUMNS;
  return [
    ...(shown.has('types')
      ? types.map((type): AnalysisColumn => {
          const { label, unit } = energyTypeOf(type);
          return { key: `e${type}`, label, kind: 'amount', unit };
        })
      : []),
    ...(shown.has('coal') && coal ? [{ ...coal, label: { zh: '综合能耗', en: 'Comprehensive' } }] : []),
    ...(shown.has('carbon') && carbon ? [carbon] : []),
    ...(shown.has('share')
      ? [{ key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' } as const]
      : []),
    ...(shown.has('change') && compare.has('monthOnMonth')
      ? [{ key: 'monthOnMonth', label: { zh: '环比', en: 'Change' }, kind: 'change' } as const]
      : []),
    ...(shown.has('change') && compare.has('yearOnYear')
      ? [{ key: 'yearOnYear', label: { zh: '同比', en: 'Year on year' }, kind: 'change' } as const]
      : []),
    ...(shown.has('change') && compare.size > 0
      ? [{ key: 'odd', label: { zh: '判断', en: 'Assessment' }, kind: 'text' } as const]
      : []),
  ];
}

/** The cells of a row, and why changes are missing; `whole` is what its share is of. */
export function statisticCells(
  found: Comprehensive,
  places: Places,
  whole: bigint | null,
  config: StatisticsConfig,
): Required<Pick<AnalysisRow, 'cells' | 'why'>> {
  const { coal = null, carbon = null }: Partial<Equivalent> = found.totals[places.own] ?? {};
  const { cells: changes, why } = changeCells(changesOf(found, places, config));
  const largest = Math.max(...Object.values(changes).map((one) => Math.abs(one ?? 0)));
  return {
    why,
    cells: {
      ...Object.fromEntries(
        found.types.map(({ dataType, sums }) => [`e${dataType}`, numberOf(sums[places.own]?.energy ?? null)]),
      ),
      coal: kilograms(coal),
      carbon: kilograms(carbon),
      share: coal === null || !whole ? null : Number(coal) / Number(whole),
      monthOnMonth: null,
      yearOnYear: null,
      ...changes,
      odd:
        largest * 100 > config.oddPercent
          ? { zh: '异常', en: 'Abnormal' }
          : Object.values(changes).some((one) => one !== null)
            ? { zh: '正常', en: 'Normal' }
            : null,
    },
  };
}

/** What the data behind a row are worth. */
export const qualityAt = (found: Comprehensive, i: number, context: Expecting): Quality =>
  qualityOf(
    context,
    found.types.map(({ signed, sums }) => ({ signed, sum: sums[i] })),
    found.intervals[i] ?? { from: 0, to: 0 },
  );

/** Comprehensive energy and carbon as figures of the strip, with their changes, and each energy. */
export function statisticFigures(
  found: Comprehensive,
  places: Places,
  config: StatisticsConfig,
  context: Expecting,
): AnalysisFigure[] {
  const quality = told(qualityAt(found, places.own, context));
  const { coal = null, carbon = null }: Partial<Equivalent> = found.totals[places.own] ?? {};
  const { monthOnMonth, yearOnYear } = changesOf(found, places, config);
  const change = (key: string, zh: string, en: string, reported: Change | undefined): AnalysisFigure[] =>
    reported
      ? [
          {
            key,
            label: { zh, en },
            value: reported.change,
            kind: 'change',
            ...(reported.why ? { why: NOT_COMPARABLE[reported.why] } : {}),
          },
        ]
      : [];
  return [
    {
      key: 'coal',
      label: { zh: '综合能耗', en: 'Comprehensive' },
      value: kilograms(coal),
      kind: 'amount',
      unit: 'kgce',
      ...quality,
    },
    {
      key: 'carbon',
      label: { zh: '碳排放', en: 'Carbon' },
      value: kilograms(carbon),
      kind: 'amount',
      unit: 'kgCO2',
      ...quality,
    },
    ...change('monthOnMonth', '环比', 'Against the previous period', monthOnMonth),
    ...change('yearOnYear', '同比', 'Against the year before', yearOnYear),
    ...found.types.slice(0, 2).map(({ dataType, signed, sums }): AnalysisFigure => {
      const { label, unit } = energyTypeOf(dataType);
      const range = found.intervals[places.own] ?? { from: 0, to: 0 };
      return {
        key: `e${dataType}`,
        label,
        value: numberOf(sums[places.own]?.energy ?? null),
        kind: 'amount',
        unit,
        ...told(qualityOf(context, [{ signed, sum: sums[places.own] }], range)),
      };
    }),
  ];
}
