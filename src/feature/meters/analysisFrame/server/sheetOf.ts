import { FLAG_LABELS } from '#contract/usageFlag.ts';
import { type Language, PART_COMMA, type Text, textIn } from '#contract/text.ts';
import type { Cell } from '#server/sheet/cell.ts';
import type { SheetToWrite } from '#server/sheet/writeSheet.ts';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '../contract.ts';
import { unitIn } from '#domain/figure/unit.ts';

const COVERAGE: Text = { zh: '数据覆盖率 %', en: 'Coverage %' };
const QUALITY: Text = { zh: '数据质量', en: 'Quality' };

/**
 * The rows of an answer as a sheet: the numbers of the screen with every digit, coverage and quality behind them, and
 * what it says below.
 */
export function sheetOf(
  answer: AnalysisAnswer,
  title: Text,
  language: Language,
  format: 'xlsx' | 'csv',
): SheetToWrite {
  const columns = answer.columns.filter(({ lineOnly }) => !lineOnly);
  return {
    format,
    name: textIn(title, language),
    columns: [
      ...columns.map((column) => ({ header: headerOf(column, language) })),
      { header: textIn(COVERAGE, language) },
      { header: textIn(QUALITY, language) },
    ],
    rows: [
      ...answer.rows.map((row) => [
        ...columns.map((column) => cellOf(column, row, language)),
        row.coverage,
        row.flags
          .filter((flag) => flag !== 'measured')
          .map((flag) => textIn(FLAG_LABELS[flag], language))
          .join(textIn(PART_COMMA, language)),
      ]),
      ...(answer.notes ?? []).map((note) => [textIn(note, language)]),
    ],
  };
}

function headerOf({ label, unit, kind }: AnalysisColumn, language: Language): string {
  const shown = kind === 'change' || kind === 'share' ? '%' : unit;
  return shown ? `${textIn(label, language)} (${unitIn(language, shown)})` : textIn(label, language);
}

/** Shares and changes are written as percent, rounded to what a double of a percent still tells. */
function cellOf({ key, kind }: AnalysisColumn, row: AnalysisRow, language: Language): Cell {
  const value = row.cells[key] ?? null;
  if (typeof value === 'object' && value !== null) return textIn(value, language);
  return typeof value === 'number' && (kind === 'change' || kind === 'share')
    ? Number((value * 100).toFixed(6))
    : value;
}
