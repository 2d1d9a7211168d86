import { type Language, textIn } from '#contract/text.ts';
import { formatNumber, scaleFor } from '#domain/figure/number.ts';
import type { AnalysisColumn } from '#contract/analysis.ts';
import { valuesOf } from '#domain/figure/scales.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { headerText } from './pdfText.ts';

const BAR = '#1e4492';
const AXIS = '#5c6470';
const GRID = '#e6e9ee';
/** More bars are lines of a pixel, fewer than two no picture. */
const FEWEST = 2;
const MOST = 400;
/** Room of the numbers beside the axis. */
const GUTTER = 44;
const NAMES = 8;

/** A round step that divides a top into three to six parts. */
function stepOf(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top / 3));
  return power * ([1, 2, 5, 10].find((n) => top / (n * power) <= 6) ?? 10);
}

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
  const scale = scaleFor(column.unit ?? '', valuesOf({ rows }, column));
  const values = valuesOf({ rows }, column).map((value) => (value === null ? null : value / scale.factor));
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (values.length < FEWEST || values.length > MOST || most === 0) return;
  const step = stepOf(most);
  const top = Math.ceil(most / step) * step;
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const y = doc.y + 16;
  const floor = y + height;
  const start = left + GUTTER;
  const room = width - GUTTER;
  doc
    .fontSize(8)
    .fillColor(AXIS)
    .text(headerText(column, language, scale), left, doc.y, { lineBreak: false });
  for (let n = 0; n * step <= top * 1.0001; n++) {
    const at = floor - (height * n * step) / top;
    const text = formatNumber(n * step, decimals);
    doc.fillColor(AXIS).text(text, start - 6 - doc.widthOfString(text), at - 5, { lineBreak: false });
    doc
      .moveTo(start, at)
      .lineTo(start + room, at)
      .lineWidth(0.5)
      .strokeColor(n === 0 ? AXIS : GRID)
      .stroke();
  }
  const span = room / values.length;
  values.forEach((value, i) => {
    if (value === null || value <= 0) return;
    const bar = (height * value) / top;
    doc.rect(start + i * span + span * 0.15, floor - bar, span * 0.7, bar).fill(BAR);
  });
  const name = (i: number): string => {
    const cell = rows[i]?.cells['time'] ?? rows[i]?.cells['name'] ?? '';
    return typeof cell === 'object' && cell !== null ? textIn(cell, language) : String(cell);
  };
  const every = Math.ceil(values.length / NAMES);
  for (let i = 0; i < values.length; i += every) {
    const wide = Math.min(span * every, room) - 4;
    const text = name(i);
    const own = Math.min(doc.widthOfString(text), wide);
    // Under the middle of its bar, but not beyond the page.
    const x = Math.min(Math.max(start + (i + 0.5) * span - own / 2, left), left + width - own);
    doc
      .fillColor(AXIS)
      .text(text, x, floor + 4, { width: wide, height: 10, lineBreak: false, ellipsis: true });
  }
  doc.fillColor('#000');
  doc.x = left;
  doc.y = floor + 24;
}
