import type { FlagName } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';

/** The amounts of a row that a person may enter, in the order of the columns; `adjust` is supplied to others and the like. */
export const ENTERED = [
  'beginNum',
  'realNum',
  'money',
  'industryConsum',
  'material',
  'deindustryConsum',
  'transConsum',
  'adjust',
  'useCoeff',
] as const;
export type EnteredKey = (typeof ENTERED)[number];

/** The code of the total row. */
export const TOTAL_CODE = '40';

/** The columns 1 to 10 of the form with the adjustment before the closing stock (domain notes 2.3). */
export const COLUMNS = {
  beginNum: { zh: '期初库存量', en: 'Opening stock' },
  realNum: { zh: '购进量 实物量', en: 'Purchased' },
  money: { zh: '购进量 金额', en: 'Amount paid' },
  total: { zh: '消费量 合计', en: 'Consumed' },
  industryConsum: { zh: '工业生产消费', en: 'Industrial' },
  material: { zh: '用于原材料', en: 'As material' },
  deindustryConsum: { zh: '非工业生产消费', en: 'Non-industrial' },
  transConsum: { zh: '运输工具消费', en: 'Vehicles' },
  adjust: { zh: '调整 (外供等)', en: 'Adjustment' },
  endNum: { zh: '期末库存量', en: 'Closing stock' },
  useCoeff: { zh: '采用折标系数', en: 'Coefficient' },
} as const satisfies Readonly<Record<string, Text>>;
export type ColumnKey = keyof typeof COLUMNS;

/** What a column is called under the head that it shares with others. */
export const SHORT_COLUMNS: Readonly<Partial<Record<ColumnKey, Text>>> = {
  realNum: { zh: '实物量', en: 'Amount' },
  money: { zh: '金额', en: 'Paid' },
  total: { zh: '合计', en: 'Total' },
};

/** Official numbers of the columns. */
export const COLUMN_NUMBERS: Readonly<Record<ColumnKey, string>> = {
  beginNum: '1',
  realNum: '2',
  money: '3',
  total: '4',
  industryConsum: '5',
  material: '6',
  deindustryConsum: '7',
  transConsum: '8',
  adjust: '',
  endNum: '9',
  useCoeff: '10',
};

/**
 * Where a value comes from: folded readings, what they cost by the price agreements, a person, the closing stock of
 * the year before, a rule of the form, a coefficient of the enterprise or of the reference column.
 */
export type CellSource = 'usage' | 'cost' | 'entry' | 'before' | 'formula' | 'own' | 'reference' | 'none';

/** A value of the table: decimals as numbers made from exact decimals; money in thousand yuan. */
export interface TableCell {
  readonly value: number | null;
  readonly source: CellSource;
}

/** What the readings tell of a row. */
export interface TableMeasure {
  /** In the unit of the table. */
  readonly value: number | null;
  /** Percent of the year up to now that is read, from the commissioning of the meters on where one is stated. */
  readonly coverage: number | null;
  /** Months without any reading where there should be some, `2025-01`. */
  readonly missing: readonly string[];
  readonly flags: readonly FlagName[];
  readonly meters: readonly {
    readonly ammeterId: number;
    readonly ammeterName: string;
    readonly sign: 1 | -1;
  }[];
}

export interface TableRow {
  readonly energyCode: string;
  readonly energyName: Text;
  readonly energyUnit: Text;
  readonly partOf: string | null;
  readonly cells: Readonly<Record<ColumnKey, TableCell>>;
  readonly referCoeff: number | null;
  /** Consumption in tce. */
  readonly coal: number | null;
  readonly measure: TableMeasure | null;
  /** Accounts of this energy with suppliers. */
  readonly accounts: readonly {
    readonly accountNo: string;
    readonly accountName: string;
    readonly provider: string;
  }[];
  /** What a person said of an entered value, by column. */
  readonly remarks: Readonly<Record<string, string>>;
}

/** Something in the table that cannot be, or is worth a look. */
export interface TableCheck {
  readonly level: 'error' | 'warning';
  readonly energyCode: string;
  readonly columns: readonly ColumnKey[];
  readonly text: Text;
}

/** A filed table. */
export interface Filing {
  readonly id: number;
  readonly version: number;
  readonly filedBy: string;
  /** ms since 1970. */
  readonly filedAt: number;
  readonly remark: string | null;
}

/** A value that is another now than when the table was filed. */
export interface Difference {
  readonly energyCode: string;
  readonly column: ColumnKey;
  readonly filed: number | null;
  readonly now: number | null;
}

/** The annual table of an enterprise. */
export interface AnnualTable {
  readonly orgId: number;
  readonly orgName: string;
  readonly orgCode: string;
  readonly year: number;
  /** The year is not over. */
  readonly unfinished: boolean;
  readonly rows: readonly TableRow[];
  /** Row 40, in tce; money in thousand yuan. */
  readonly total: TableRow;
  readonly checks: readonly TableCheck[];
  readonly filings: readonly Filing[];
  /** Against the last filing; empty where nothing changed or nothing is filed. */
  readonly differences: readonly Difference[];
}
