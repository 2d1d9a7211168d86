import { type Language, textIn } from '#contract/text.ts';
import {
  formatChange,
  formatFull,
  formatNumber,
  formatPercent,
  formatScaled,
  MISSING,
  type Scale,
  scaleFor,
} from '#domain/figure/number.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';

/** A number as the screen writes it: the unit of its column, its decimals; `--` for what is missing. */
function valueText(
  value: number | null,
  { kind, unit = '' }: Pick<AnalysisColumn, 'kind' | 'unit'>,
  scale: Scale = scaleFor(unit, [value]),
): string {
  if (kind === 'change') return formatChange(value);
  if (kind === 'share') return formatPercent(value, 1);
  if (kind === 'price') return formatFull(value);
  if (kind === 'count') return formatNumber(value, 0);
  return formatScaled(value, scale);
}

/** A cell of a row in words. */
export function cellText(
  column: AnalysisColumn,
  row: AnalysisRow,
  language: Language,
  scale?: Scale,
): string {
  const value = row.cells[column.key] ?? null;
  if (value === null) return MISSING;
  if (typeof value === 'object') return textIn(value, language);
  // A number in a column of words is a rank or a code.
  if (column.kind === 'text' || column.kind === 'clock') return String(value);
  return typeof value === 'number' ? valueText(value, column, scale) : value;
}

/** The head of a column with the unit of its values. */
export function headerText({ label, unit }: AnalysisColumn, language: Language, scale?: Scale): string {
  const shown = scale?.unit ?? unit;
  return shown ? `${textIn(label, language)} (${shown})` : textIn(label, language);
}

/** A figure of the strip: its label, its value with its unit, and what it is beside. */
export interface PdfFigure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
}

export function figureOf(figure: AnalysisFigure, language: Language): PdfFigure {
  const { label, value, kind, unit = '', note, change } = figure;
  return {
    label: textIn(label, language),
    value: valueText(value, figure),
    unit: kind === 'amount' ? scaleFor(unit, [value]).unit : '',
    note: [textIn(note, language), change == null ? '' : formatPercent(change, 1)].filter(Boolean).join(' '),
  };
}
