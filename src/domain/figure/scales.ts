import { type Scale, tableScaleFor } from '#domain/figure/number.ts';
import type { AnalysisColumn, AnalysisTable } from '#contract/analysis.ts';

/** The values of a column over all rows. */
export const valuesOf = (answer: Pick<AnalysisTable, 'rows'>, column: AnalysisColumn): (number | null)[] =>
  answer.rows.map(({ cells }) => {
    const value = cells[column.key];
    return typeof value === 'number' ? value : null;
  });

/** One unit for all columns of the same kind, chosen by the values among them; by the column's key. */
export function scalesOf(answer: AnalysisTable): Map<string, Scale> {
  const byUnit = new Map<string, (number | null)[]>();
  for (const column of answer.columns) {
    if (column.kind !== 'amount') continue;
    const values = byUnit.get(column.unit ?? '') ?? [];
    values.push(...valuesOf(answer, column));
    byUnit.set(column.unit ?? '', values);
  }
  const scales = new Map([...byUnit].map(([unit, values]) => [unit, tableScaleFor(unit, values)]));
  return new Map(
    answer.columns.flatMap((column) => {
      const scale = column.kind === 'amount' ? scales.get(column.unit ?? '') : undefined;
      return scale ? [[column.key, scale] as const] : [];
    }),
  );
}

/** Whether a column holds numbers, which stand at the right. */
export const isNumber = ({ kind }: AnalysisColumn): boolean =>
  kind === 'amount' || kind === 'count' || kind === 'price' || kind === 'change' || kind === 'share';
