import * as z from 'zod';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import { defineAnalysis, numberOf } from '#feature/meters/analysisFrame/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { usageOver } from '#feature/meters/reading/server/public.ts';
import { joinedQuality, type Quality, qualityOf, told } from './quality.ts';
import { shiftsOf } from './shiftSums.ts';

interface Sum {
  energy: bigint | null;
  readonly qualities: Quality[];
}

const add = (sums: Map<string, Sum>, key: string, energy: bigint | null, quality: Quality): void => {
  const sum = sums.get(key) ?? { energy: null, qualities: [] };
  if (energy !== null) sum.energy = (sum.energy ?? 0n) + energy;
  sum.qualities.push(quality);
  sums.set(key, sum);
};

const NOBODY = '--';

/**
 * Class consumption: what each shift (or each crew) used on each day, exact to the quarter of an hour. A shift belongs
 * whole to the day on which it begins.
 */
export const shift = defineAnalysis({
  name: 'shift',
  title: { zh: '班次用能', en: 'Energy by shift' },
  permission: 'SDNPowerAdmin.ClassConsumption',
  intervals: [INTERVAL.day],
  more: { by: z.enum(['shift', 'crew']).default('shift') },
  find: async (trx, query, { by }): Promise<Finding> => {
    const { signed, subject, until, expected } = query;
    const { unit } = subject;
    const cells = new Map<string, Sum>();
    const totals = new Map<string, Sum>();
    const dates = new Set<string>();
    const open = new Set<string>();
    const names = new Set<string>();
    for (const { worked, covers } of await shiftsOf(trx, query, signed)) {
      const own = signed.filter(covers);
      const sums = await usageOver(trx, own, worked);
      for (const [i, one] of worked.entries()) {
        const energy = sums[i]?.energy ?? null;
        const quality = qualityOf(query, [{ signed: own, sum: sums[i] }], one);
        const name = by === 'crew' ? (one.crew ?? NOBODY) : one.shift;
        names.add(name);
        dates.add(one.date);
        add(cells, `${one.date} ${name}`, energy, quality);
        if (one.to <= until) add(totals, name, energy, quality);
        else if (one.from <= expected.now) open.add(one.date);
      }
    }
    const columns = [...names];
    const whole = columns.reduce((sum, name) => sum + (totals.get(name)?.energy ?? 0n), 0n);
    return {
      figures: columns.slice(0, 8).map((name): AnalysisFigure => {
        const energy = totals.get(name)?.energy ?? null;
        return {
          key: `f${name}`,
          label: { zh: name, en: name },
          value: numberOf(energy),
          kind: 'amount',
          unit,
          note: { zh: '占比', en: 'Share' },
          change: energy === null || whole === 0n ? null : Number(energy) / Number(whole),
          ...told(joinedQuality(totals.get(name)?.qualities ?? [])),
        };
      }),
      columns: [
        { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
        ...columns.map((name, i): AnalysisColumn => ({
          key: `s${i}`,
          label: { zh: name, en: name },
          kind: 'amount',
          unit,
        })),
        { key: 'total', label: { zh: '合计', en: 'Total' }, kind: 'amount', unit },
      ],
      rows: [...dates].toSorted().map((date): AnalysisRow => {
        const sums = columns.map((name) => cells.get(`${date} ${name}`));
        const known = sums.flatMap((sum) => sum?.energy ?? []);
        return {
          key: date,
          cells: {
            time: date,
            ...Object.fromEntries(sums.map((sum, i) => [`s${i}`, numberOf(sum?.energy ?? null)])),
            total: known.length === 0 ? null : numberOf(known.reduce((a, b) => a + b, 0n)),
          },
          ...told(joinedQuality(sums.flatMap((sum) => sum?.qualities ?? []))),
          ...(open.has(date) ? { unfinished: true } : {}),
        };
      }),
    };
  },
});
