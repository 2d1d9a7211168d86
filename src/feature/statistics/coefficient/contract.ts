import type { FactorType } from '#contract/factor.ts';

/** A factor as it held at the end of a period. */
export interface HeldFactor {
  readonly type: FactorType;
  /** kgce or kgCO2 for a unit of the energy. */
  readonly factor: number;
  /** First date on which it holds; null = always. */
  readonly from: string | null;
  /** `own`: an organisation's coefficient; `config`: its energy configuration; `area`: the list of factors. */
  readonly origin: 'own' | 'config' | 'area';
  /** Name of the organisation, or code of the area. */
  readonly of: string;
  readonly source: string | null;
  /** Its time has not come: data before the first factor take the first there is. */
  readonly early: boolean;
  /** It changed within the period: energies are weighed by the factor of their date. */
  readonly changed: boolean;
}

/** One energy type in one period. */
export interface CoefficientRow {
  /** `2024` or `2024-07`. */
  readonly dt: string;
  readonly dataType: string;
  readonly name: string;
  readonly unit: string;
  readonly coal: HeldFactor | null;
  readonly carbon: HeldFactor | null;
  /** Used in the period, in `unit`. */
  readonly energy: number | null;
  /** kgce */
  readonly coalAmount: number | null;
  /** kgCO2 */
  readonly carbonAmount: number | null;
}

/** What an organisation itself has set. */
export interface OwnCoefficient {
  readonly id: number;
  readonly orgId: number;
  readonly dataType: string;
  readonly type: FactorType;
  readonly dt: string;
  readonly factor: number;
  readonly source: string | null;
}

/** One line of an edit: a factor from a date on; without a factor its own row of that date is taken away. */
export interface CoefficientEdit {
  readonly orgId: number;
  readonly dataType: string;
  readonly type: FactorType;
  readonly dt: string;
  readonly factor: number | null;
  readonly source?: string | null;
}
