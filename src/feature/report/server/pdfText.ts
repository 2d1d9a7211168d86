import type { Language } from '#contract/text.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#feature/analysis/contract.ts';

const MISSING = '--';
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 0 });

/** A percentage, with the sign where it is a change. */
function percent(value: number, signed: boolean): string {
  const text = `${number.format(value * 100)}%`;
  return signed && value > 0 ? `+${text}` : text;
}

/** A number as a report prints it: two decimals at most, thousands by comma; `--` for what is missing. */
export const valueText = (value: number | null, kind: AnalysisColumn['kind']): string => {
  if (value === null || !Number.isFinite(value)) return MISSING;
  return kind === 'change' || kind === 'share' ? percent(value, kind === 'change') : number.format(value);
};

/** A cell of a row in words. */
export function cellText({ key, kind }: AnalysisColumn, row: AnalysisRow, language: Language): string {
  const value = row.cells[key] ?? null;
  if (value === null) return MISSING;
  if (typeof value === 'object') return value[language];
  return typeof value === 'number' ? valueText(value, kind) : value;
}

/** The head of a column with its unit. */
export const headerText = ({ label, unit }: AnalysisColumn, language: Language): string =>
  unit ? `${label[language]} (${unit})` : label[language];

/** A figure of the strip in one line. */
export const figureText = ({ label, value, kind, unit, note }: AnalysisFigure, language: Language): string =>
  [
    `${label[language]}: ${valueText(value, kind)}`,
    kind === 'amount' ? unit : undefined,
    note && `(${note[language]})`,
  ]
    .filter(Boolean)
    .join(' ');
