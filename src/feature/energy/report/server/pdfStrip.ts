import type { PdfFigure } from './pdfText.ts';

const MOST = 6;
const GREY = '#5c6470';
const FRAME = '#d9dde3';
const HEIGHT = 46;
const GAP = 8;
const PAD = 8;

/** Draws figures as boxes beside each other, six in a row at most. */
export function drawFigures(
  doc: PDFKit.PDFDocument,
  figures: readonly PdfFigure[],
  { left, width }: { left: number; width: number },
): void {
  if (figures.length === 0) return;
  const perRow = Math.min(figures.length, doc.page.width > doc.page.height ? MOST : MOST / 2);
  const box = (width - GAP * (perRow - 1)) / perRow;
  const top = doc.y;
  figures.forEach(({ label, value, unit, note }, i) => {
    const x = left + (i % perRow) * (box + GAP);
    const y = top + Math.floor(i / perRow) * (HEIGHT + GAP);
    const line = { width: box - 2 * PAD, height: 12, lineBreak: false, ellipsis: true };
    doc.roundedRect(x, y, box, HEIGHT, 3).lineWidth(0.5).strokeColor(FRAME).stroke();
    doc
      .fontSize(8)
      .fillColor(GREY)
      .text(label, x + PAD, y + 5, line);
    doc
      .fontSize(12)
      .fillColor('#000')
      .text(value, x + PAD, y + 16, { lineBreak: false });
    const end = x + PAD + doc.widthOfString(value);
    doc.fontSize(8).fillColor(GREY);
    if (unit) doc.text(unit, end + 4, y + 20, { lineBreak: false });
    if (note) doc.text(note, x + PAD, y + 33, line);
  });
  doc.fillColor('#000');
  doc.x = left;
  doc.y = top + Math.ceil(figures.length / perRow) * (HEIGHT + GAP) + 4;
}
