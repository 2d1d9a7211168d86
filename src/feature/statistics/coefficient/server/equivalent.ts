import { type EnergyInterval, type Equivalent, equivalentsOf, factorsOf, kilograms } from './factorsOf.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { QueryContext } from '#feature/meters/subject/server/public.ts';

/** Standard coal and carbon of intervals of the energy asked about, by the factors of the object and the dates. */
export async function equivalentOf(
  trx: Db,
  { organisation, subject, zone, signed }: Pick<QueryContext, 'organisation' | 'subject' | 'zone' | 'signed'>,
  intervals: readonly EnergyInterval[],
): Promise<Equivalent[]> {
  const factors = await factorsOf(trx, organisation, subject);
  return equivalentsOf(trx, factors, { zone, signed, dataType: subject.dataType }, intervals);
}

/** Whether anything has an equivalent: output and raw material have none, and their columns are left out. */
export const isEquivalent = (list: readonly Equivalent[]): boolean =>
  list.some(({ coal, carbon }) => coal !== null || carbon !== null);

/** The columns of standard coal and carbon. */
export const EQUIVALENT_COLUMNS: readonly AnalysisColumn[] = [
  { key: 'coal', label: { zh: '标准煤', en: 'Standard coal' }, kind: 'amount', unit: 'kgce' },
  { key: 'carbon', label: { zh: '碳排放', en: 'Carbon' }, kind: 'amount', unit: 'kgCO2' },
];

/** The cells of these columns. */
export const equivalentCells = (equivalent: Equivalent | undefined): AnalysisRow['cells'] => ({
  coal: kilograms(equivalent?.coal ?? null),
  carbon: kilograms(equivalent?.carbon ?? null),
});

/** The same as figures of the strip. */
export const equivalentFigures = (equivalent: Equivalent | undefined): AnalysisFigure[] =>
  EQUIVALENT_COLUMNS.map(({ key, label, unit = '' }) => ({
    key,
    label,
    value: kilograms((key === 'coal' ? equivalent?.coal : equivalent?.carbon) ?? null),
    kind: 'amount',
    unit,
  }));

/** The sum of what is known. */
export function sumEquivalent(list: readonly (Equivalent | undefined)[]): Equivalent {
  const sum = (key: keyof Equivalent): bigint | null =>
    list.reduce<bigint | null>((all, one) => {
      const value = one?.[key] ?? null;
      return value === null ? all : (all ?? 0n) + value;
    }, null);
  return { coal: sum('coal'), carbon: sum('carbon') };
}
