import type { FactorType } from '#contract/factor.ts';

/** Who said a factor: the organisation's own, its energy configuration, or the list of factors of an area. */
type FactorOrigin = 'own' | 'config' | 'area';

/** A factor that may hold for an organisation. */
export interface FactorRow {
  readonly dataType: string;
  readonly type: FactorType;
  /** First date on which it holds; null = always. */
  readonly from: string | null;
  /** Hundred-millionths of kgce or kgCO2 for a unit of the energy. */
  readonly factor: bigint;
  /** How near it is to the organisation: 0 is nearest. */
  readonly distance: number;
  readonly origin: FactorOrigin;
  /** Whose it is: the organisation's name or the code of the area. */
  readonly of: string;
  readonly source: string | null;
}

/** A factor with the date from which it holds; null = from ever. */
export interface FactorStep {
  readonly from: string | null;
  readonly row: FactorRow;
  /** Its time has not come: data before the first factor take the first there is. */
  readonly early: boolean;
}

/**
 * Which factor holds when, of the rows of one energy and type: the nearest that holds on a date, of these the newest;
 * before the first of all, the first of all. Empty without rows.
 */
export function stepsOf(rows: readonly FactorRow[]): FactorStep[] {
  const dates = [null, ...new Set(rows.flatMap((row) => row.from ?? []))].toSorted(byDate);
  const steps: FactorStep[] = [];
  for (const from of dates) {
    const held = rows.filter((row) => byDate(row.from, from) <= 0).toSorted(better)[0];
    const row = held ?? rows.toSorted((a, b) => byDate(a.from, b.from) || a.distance - b.distance)[0];
    const last = steps.at(-1);
    if (row && (last?.row !== row || last.early !== !held)) steps.push({ from, row, early: !held });
  }
  return steps;
}

/** The factor that holds on a date; undefined where there is none at all. */
export const stepAt = (steps: readonly FactorStep[], date: string): FactorStep | undefined =>
  steps.findLast((step) => byDate(step.from, date) <= 0);

/** Null is before every date. */
const byDate = (a: string | null, b: string | null): number => {
  if (a === b) return 0;
  return a === null || (b !== null && a < b) ? -1 : 1;
};

const better = (a: FactorRow, b: FactorRow): number => a.distance - b.distance || byDate(b.from, a.from);

/** Hundred-millionths in one. */
export const FACTOR_ONE = 100_000_000n;
