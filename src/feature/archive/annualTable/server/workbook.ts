import { type Language, type Text, textIn } from '#contract/text.ts';
import { type CellStyle, writeWorkbook } from '#server/sheet/workbook.ts';
import { neutral } from '#server/sheet/writeSheet.ts';
import {
  type AnnualTable,
  COLUMN_NUMBERS,
  type ColumnKey,
  COLUMNS,
  SHORT_COLUMNS,
  type TableRow,
} from '../contract.ts';
import { COLUMN_KEYS } from '../domain/column.ts';

type Value = string | number | null;
interface Merge {
  readonly startRow: number;
  readonly startCol: number;
  readonly endRow: number;
  readonly endCol: number;
}

const TITLE: Text = { zh: '能源购进、消费与库存', en: 'Energy purchases, consumption and stock' };
const FORM: Text = { zh: '表号：205-1 / JJF 1356 表 B.10', en: 'Form 205-1 / JJF 1356 table B.10' };
const HEADS: Readonly<Record<'name' | 'unit' | 'code' | 'purchase' | 'consumption' | 'reference', Text>> = {
  name: { zh: '能源名称', en: 'Energy' },
  unit: { zh: '计量单位', en: 'Unit' },
  code: { zh: '代码', en: 'Code' },
  purchase: { zh: '购进量', en: 'Purchases' },
  consumption: { zh: '工业企业消费量', en: 'Consumption' },
  reference: { zh: '参考折标系数', en: 'Reference coefficient' },
};
const FIRST = 3;
const LAST = FIRST + COLUMN_KEYS.length;
const at = (key: ColumnKey): number => FIRST + COLUMN_KEYS.indexOf(key);

/** The table in the layout of the form: title, head of two lines, letters and numbers of the columns, rows 01 to 40. */
export async function workbookOf(table: AnnualTable, language: Language): Promise<Buffer> {
  const say = (text: Text): string => textIn(text, language);
  const line = (): Value[] => Array.from({ length: LAST + 1 }, () => null);
  const title = line();
  title[0] = say(TITLE);
  const about = line();
  about[0] = `${textIn({ zh: '填报单位', en: 'Enterprise' }, language)}：${neutral(table.orgName)} (${table.orgCode})`;
  about[at('total')] = `${table.year}${textIn({ zh: ' 年', en: '' }, language)}`;
  about[at('endNum') - 1] = say(FORM);
  const [upper, lower, numbers] = [line(), line(), line()];
  [say(HEADS.name), say(HEADS.unit), say(HEADS.code)].forEach((head, i) => (upper[i] = head));
  ['甲', '乙', '丙'].forEach((letter, i) => (numbers[i] = letter));
  for (const key of COLUMN_KEYS) {
    const label = say(SHORT_COLUMNS[key] ?? COLUMNS[key]);
    (UNDER[key] ? lower : upper)[at(key)] =
      key === 'money' ? `${label} (${textIn({ zh: '千元', en: '1000 CNY' }, language)})` : label;
    numbers[at(key)] = COLUMN_NUMBERS[key];
  }
  upper[at('realNum')] = say(HEADS.purchase);
  upper[at('total')] = say(HEADS.consumption);
  upper[LAST] = say(HEADS.reference);
  numbers[LAST] = '丁';
  const rows = [...table.rows, table.total].map((row) => valuesOf(row, language));
  const head = 2;
  const merges: Merge[] = [
    { startRow: 0, startCol: 0, endRow: 0, endCol: LAST },
    { startRow: head, startCol: at('realNum'), endRow: head, endCol: at('money') },
    { startRow: head, startCol: at('total'), endRow: head, endCol: at('transConsum') },
    ...[0, 1, 2, ...COLUMN_KEYS.filter((key) => !UNDER[key]).map(at), LAST].map((col) => ({
      startRow: head,
      startCol: col,
      endRow: head + 1,
      endCol: col,
    })),
  ];
  const notes = [
    [],
    [textIn({ zh: '4 = 5 + 7；9 = 1 + 2 − 4 + 调整；40 行为各行数值 × 第 10 列之和。', en: '4 = 5 + 7; 9 = 1 + 2 − 4 + adjustment; row 40 sums each row times column 10.' }, language)], // prettier-ignore
    ...table.checks.map((check) => [say(check.text)]),
  ];
  const sheet = {
    name: String(table.year),
    columns: [
      { width: 26 },
      { width: 12 },
      { width: 6 },
      ...COLUMN_KEYS.map(() => ({ width: 14 })),
      { width: 12 },
    ],
    rows: [title, about, upper, lower, numbers, ...rows, ...notes],
    cells: stylesOf(rows.length + head + 3, head),
    merges,
    freezePane: { rows: 5, columns: 1 },
    pageSetup: { orientation: 'landscape' as const, fitToPage: true, fitToWidth: 1, fitToHeight: 1 },
  };
  return writeWorkbook([sheet]);
}

/** Columns that stand under a head of several. */
const UNDER: Readonly<Partial<Record<ColumnKey, true>>> = {
  realNum: true,
  money: true,
  total: true,
  industryConsum: true,
  material: true,
  deindustryConsum: true,
  transConsum: true,
};

const valuesOf = (row: TableRow, language: Language): Value[] => [
  `${row.partOf === null ? '' : '\u3000'}${textIn(row.energyName, language)}`,
  textIn(row.energyUnit, language),
  row.energyCode,
  ...COLUMN_KEYS.map((key) => row.cells[key].value),
  row.referCoeff,
];

const side = { style: 'thin' as const };
const BORDER = { top: side, right: side, bottom: side, left: side };
const CENTER = { horizontal: 'center' as const, vertical: 'center' as const, wrapText: true };

/** Lines around every cell of the form, its heads in the middle, amounts with two decimals and coefficients with four. */
function stylesOf(lines: number, head: number): Map<string, { style: CellStyle }> {
  const styles = new Map<string, { style: CellStyle }>();
  styles.set('0,0', { style: { font: { bold: true, size: 14 }, alignment: CENTER } });
  for (let line = head; line < lines; line++)
    for (let col = 0; col <= LAST; col++) {
      const word = line < head + 3 || (col > 0 && col < FIRST);
      const coefficient = col === LAST || col === at('useCoeff');
      styles.set(`${line},${col}`, {
        style: {
          border: BORDER,
          ...(word ? { alignment: CENTER } : {}),
          ...(line < head + 3 || line === lines - 1 ? { font: { bold: true } } : {}),
          ...(col >= FIRST && line >= head + 3 ? { numFmt: coefficient ? '0.0000##' : '#,##0.00' } : {}),
        },
      });
    }
  return styles;
}
