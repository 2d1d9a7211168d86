import { INTERVAL } from '#contract/interval.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { formatAmount } from '#domain/figure/number.ts';
import { id } from '#contract/param.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import { bucketLabel, defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { dateAt } from '#domain/time/text.ts';
import { judge } from '../domain/norm.ts';
import { bucketIntervals } from './asked.ts';
import { told } from './quality.ts';
import { energyIn, madeIn, measureOf, normOf, per, qualityIn, unitsOf } from './unit.ts';

/** Energy and output of the intervals of which both are known; null where that is all of them. */
function pairedOf(
  energy: readonly (number | null)[],
  made: readonly (number | null)[],
): { readonly energy: number | null; readonly made: number | null } | null {
  const both = (i: number): boolean => energy[i] != null && made[i] != null;
  if (energy.every((value, i) => both(i) || (value === null && made[i] == null))) return null;
  return { energy: sumOf(energy.filter((_, i) => both(i))), made: sumOf(made.filter((_, i) => both(i))) };
}

const NORMS = [
  ['limit', '限定值', 'Limit'],
  ['access', '准入值', 'Entry'],
  ['advanced', '先进值', 'Advanced'],
  ['target', '企业目标', 'Own target'],
] as const;

const NOTHING: Finding = { figures: [], columns: [], rows: [] };

/** Energy for each unit of a product over time, against its norms (energy per product, GB/T 12723). */
export const standard = defineAnalysis({
  name: 'unitStandard',
  title: { zh: '单耗对标', en: 'Unit consumption against norms' },
  permission: 'SDNPowerAdmin.SDNStandardAnalysis',
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  more: { unitConfigId: id().optional() },
  find: async (trx, query, { unitConfigId }): Promise<Finding> => {
    const [unit] = await unitsOf(trx, query, unitConfigId);
    if (!unit) return NOTHING;
    const { zone, level, range, until, expected } = query;
    const buckets = bucketIntervals(query);
    const energy = await energyIn(trx, query, unit, [range, ...buckets]);
    const { values: made } = await madeIn(trx, query, unit, [range, ...buckets]);
    const measure = measureOf(unit);
    const each = `${measure}/${unit.productUnit}`;
    // What was made is entered by the month: days of a month without their own say nothing.
    const paired = level < 4 ? null : pairedOf(energy.values.slice(1), made.slice(1));
    const whole = paired ? per(paired.energy, paired.made) : per(energy.values[0] ?? null, made[0] ?? null);
    const quality = told(qualityIn(query, energy, 0, range));
    const beside = (
      amount: number | null,
      unitName: string,
      zh: string,
      en: string,
    ): Partial<AnalysisFigure> =>
      paired === null || amount === null
        ? {}
        : {
            note: {
              zh: `${zh} ${formatAmount(amount, unitName)}`,
              en: `${formatAmount(amount, unitName)} ${en}`,
            },
          };
    const norms = NORMS.filter(([key]) => unit[key] !== null);
    const against = normOf(unit);
    const verdict = judge(whole, unit);
    return {
      figures: [
        {
          key: 'unit',
          label: { zh: unit.name, en: unit.name },
          value: whole,
          kind: 'amount',
          unit: each,
          ...(verdict ? { note: verdict } : {}),
          ...quality,
        },
        {
          key: 'gap',
          label: { zh: '与定额之差', en: 'Against the norm' },
          value: whole === null || !against ? null : whole / against - 1,
          kind: 'change',
        },
        {
          key: 'energy',
          label: { zh: '用能量', en: 'Energy' },
          value: energy.values[0] ?? null,
          kind: 'amount',
          unit: measure,
          ...beside(paired?.energy ?? null, measure, '有产量的时段', 'where output is known'),
          ...quality,
        },
        {
          key: 'made',
          label: { zh: `${unit.productName} 产量`, en: `${unit.productName} made` },
          value: made[0] ?? null,
          kind: 'amount',
          unit: unit.productUnit,
          ...beside(paired?.made ?? null, unit.productUnit, '有用能量的时段', 'where the energy is known'),
        },
      ] satisfies AnalysisFigure[],
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'unit', label: { zh: '单耗', en: 'Unit consumption' }, kind: 'amount', unit: each },
        ...norms.map(([key, zh, en]): AnalysisColumn => ({
          key,
          label: { zh, en },
          kind: 'amount',
          unit: each,
        })),
        { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit: measure },
        { key: 'made', label: { zh: '产量', en: 'Output' }, kind: 'amount', unit: unit.productUnit },
        { key: 'verdict', label: { zh: '判断', en: 'Assessment' }, kind: 'text' },
      ],
      rows: buckets.map(({ from, to }, i): AnalysisRow => {
        const value = per(energy.values[i + 1] ?? null, made[i + 1] ?? null);
        const valid = unit.validFrom === null || dateAt(zone, to - 1) >= unit.validFrom;
        return {
          key: String(from),
          cells: {
            time: bucketLabel(zone, level, from),
            unit: value,
            ...Object.fromEntries(norms.map(([key]) => [key, valid ? unit[key] : null])),
            energy: energy.values[i + 1] ?? null,
            made: made[i + 1] ?? null,
            verdict: valid ? judge(value, unit) : null,
          },
          ...told(qualityIn(query, energy, i + 1, { from, to })),
          ...(from <= expected.now && to > until ? { unfinished: true } : {}),
        };
      }),
    };
  },
});
