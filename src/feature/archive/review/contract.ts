import type { Text } from '#contract/text.ts';

/** States of a review plan (domain notes 2.2). */
export type PlanState =
  'draft' | 'issued' | 'selfInspecting' | 'submitted' | 'reviewing' | 'rectifying' | 'closed' | 'cancelled';

/** What moves a plan on; the reviewing side is the operator, the inspected one the enterprise. */
export type PlanAction =
  'issue' | 'begin' | 'submit' | 'sendBack' | 'review' | 'rectify' | 'close' | 'cancel';

/** What may be written to items in a state: the list itself, findings and results, what was corrected. */
export type ItemPart = 'list' | 'answer' | 'mend';

/** A row of a resource as it travels. */
export type ReviewRow = { readonly id: number } & Readonly<Record<string, unknown>>;

/** A plan with its check list, the files that prove it, and what may be done next. */
export interface PlanView {
  readonly plan: ReviewRow;
  readonly items: readonly ReviewRow[];
  readonly files: readonly ReviewRow[];
  /** Parts of the items that may be written now. */
  readonly open: readonly ItemPart[];
  /** Steps of the person, with why one cannot be taken yet. */
  readonly steps: readonly {
    readonly action: PlanAction;
    readonly label: Text;
    readonly refused: Text | null;
  }[];
}

/** Kinds of report: energy by month, allocation and accuracy of meters, results of reviews. */
export const REPORT_TYPES = ['energy', 'allocation', 'accuracy', 'review'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export interface Report {
  readonly reportType: ReportType;
  readonly enterpriseId: number;
  readonly startMonth: string;
  readonly endMonth: string;
  readonly columns: readonly { readonly key: string; readonly label: Text; readonly unit?: string }[];
  readonly rows: readonly Readonly<Record<string, string | number | Text | null>>[];
}

/** A row by the names of its fields. */
interface FieldValues {
  readonly [field: string]: unknown;
}

/** What the report of a review is written from (JJF 1356 report, domain notes 2.2). */
export interface AuditInfo {
  readonly plan: ReviewRow;
  /** The enterprise as its archive tells it, by field. */
  readonly enterprise: Readonly<Record<string, unknown>>;
  readonly year: number;
  /** tce, from the annual table of the year. */
  readonly energyTotal: number | null;
  /** tce for each 10⁴ yuan of added value. */
  readonly energyPerValue: number | null;
  readonly energies: readonly {
    readonly energyCode: string;
    readonly energyName: Text;
    readonly energyUnit: Text;
    readonly amount: number | null;
    readonly coal: number | null;
    readonly share: number | null;
  }[];
  /** The annual table of the year, by field. */
  readonly values: Readonly<Record<string, unknown>> | null;
  /** Rows of the product structure of the year. */
  readonly products: readonly FieldValues[];
  /** Rows of the certifications. */
  readonly certifications: readonly FieldValues[];
  readonly counts: {
    readonly items: number;
    readonly conform: number;
    readonly nonconform: number;
    readonly na: number;
  };
  readonly nonconformities: readonly ReviewRow[];
  readonly results: readonly ReviewRow[];
}
