import type { Language } from '#contract/text.ts';
import type { AnalysisAnswer, AnalysisColumn } from '#feature/analysis/contract.ts';
import { headerText, valueText } from './pdfText.ts';

const BAR = '#1e4492';
const AXIS = '#5c6470';
/** More bars are lines of a pixel, fewer than two no picture. */
const FEWEST = 2;
const MOST = 400;

/** Draws the first amount of the rows as bars, from where the page stands; nothing where that says nothing. */
export function barsOf(
  doc: PDFKit.PDFDocument,
  answer: AnalysisAnswer,
  language: Language,
  { left, width, height }: { left: number; width: number; height: number },
): void {
  const column = answer.columns.find((one): one is AnalysisColumn => one.kind === 'amount');
  if (!column) return;
  const rows = answer.rows.filter((row) => row.key !== 'sum');
  const values = rows.map((row) => {
    const value = row.cells[column.key];
    return typeof value === 'number' ? value : null;
  });
  const top = Math.max(0, ...values.map((value) => value ?? 0));
  if (values.length < FEWEST || values.length > MOST || top === 0) return;
  const y = doc.y + 14;
  const floor = y + height;
  doc.fontSize(8).fillColor(AXIS).text(headerText(column, language), left, doc.y, { lineBreak: false });
  doc.text(valueText(top, 'amount'), left, doc.y, { width, align: 'right', lineBreak: false });
  const step = width / values.length;
  values.forEach((value, i) => {
    if (value === null || value <= 0) return;
    const bar = (height * value) / top;
    doc.rect(left + i * step + step * 0.15, floor - bar, step * 0.7, bar).fill(BAR);
  });
  doc
    .moveTo(left, floor)
    .lineTo(left + width, floor)
    .lineWidth(0.5)
    .strokeColor(AXIS)
    .stroke();
  const name = (i: number): string => {
    const cell = rows[i]?.cells['time'] ?? rows[i]?.cells['name'] ?? '';
    return typeof cell === 'object' && cell !== null ? cell[language] : String(cell);
  };
  doc.fillColor(AXIS).text(name(0), left, floor + 3, { lineBreak: false });
  const last = name(rows.length - 1);
  doc.text(last, left + width - doc.widthOfString(last), floor + 3, { lineBreak: false });
  doc.fillColor('#000');
  doc.x = left;
  doc.y = floor + 22;
}
