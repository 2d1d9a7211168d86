/** A column of a table: its head and the text of each row. */
export interface PdfColumn {
  readonly header: string;
  /** Numbers stand at the right. */
  readonly end: boolean;
  readonly texts: readonly string[];
}

const SIZE = 8;
const LINE = 14;
const PAD = 4;
const FIRST_MOST = 150;
const LINE_COLOR = '#d9dde3';
const HEAD_COLOR = '#f1f3f6';

type Doc = PDFKit.PDFDocument;

const columnWidth = (doc: Doc, { header, texts }: PdfColumn): number =>
  [header, ...texts].reduce((most, text) => Math.max(most, doc.widthOfString(text)), 0) + 2 * PAD;

/** What a table needs beside each other, points. */
export function widthOf(doc: Doc, columns: readonly PdfColumn[]): number {
  doc.fontSize(SIZE);
  return columns.reduce((sum, column) => sum + columnWidth(doc, column), 0);
}

/** As many columns beside each other as the page is wide; the first stands at the left of every part. */
function partsOf(widths: readonly number[], room: number): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let used = widths[0] ?? 0;
  for (let i = 1; i < widths.length; i++) {
    const width = widths[i] ?? 0;
    if (part.length > 0 && used + width > room) {
      parts.push(part);
      part = [];
      used = widths[0] ?? 0;
    }
    part.push(i);
    used += width;
  }
  parts.push(part);
  return parts.map((columns) => [0, ...columns]);
}

/** Cuts a text that is wider than its column. */
function fitted(doc: Doc, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text;
  let cut = text;
  while (cut.length > 1 && doc.widthOfString(`${cut}…`) > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** Draws a table from where the page stands, as wide as the page, with its head on every page. */
export function drawTable(
  doc: Doc,
  columns: readonly PdfColumn[],
  { left, width: room, addPage }: { left: number; width: number; addPage: () => void },
): void {
  doc.fontSize(SIZE);
  const widths = columns.map((column, i) =>
    Math.min(columnWidth(doc, column), i === 0 ? FIRST_MOST : room / 2),
  );
  const rows = columns[0]?.texts.length ?? 0;
  const parts = partsOf(widths, room);
  for (const part of parts) {
    const natural = part.reduce((sum, i) => sum + (widths[i] ?? 0), 0);
    // Parts of one table keep the widths of its text, so that the last is not torn apart.
    const interval = parts.length > 1 ? Math.min(1.3, room / natural) : Math.max(1, room / natural);
    const spans = part.map((i) => (widths[i] ?? 0) * interval);
    const wide = spans.reduce((sum, width) => sum + width, 0);
    const line = (textOf: (column: PdfColumn) => string): void => {
      let x = left;
      const { y } = doc;
      part.forEach((i, n) => {
        const column = columns[i];
        const span = spans[n] ?? 0;
        if (column) {
          const text = fitted(doc, textOf(column), span - 2 * PAD + 0.01);
          const shift = column.end ? span - PAD - doc.widthOfString(text) : PAD;
          doc.text(text, x + shift, y + 2, { lineBreak: false });
        }
        x += span;
      });
      doc
        .moveTo(left, y + LINE)
        .lineTo(x, y + LINE)
        .lineWidth(0.5)
        .strokeColor(LINE_COLOR)
        .stroke();
      doc.x = left;
      doc.y = y + LINE;
    };
    const head = (): void => {
      doc.rect(left, doc.y, wide, LINE).fill(HEAD_COLOR);
      doc.fillColor('#3b424c');
      line((column) => column.header);
      doc.fillColor('#000');
    };
    const { top } = doc.page.margins;
    const bottom = doc.page.height - doc.page.margins.bottom;
    const whole = (rows + 1) * LINE;
    // A part that fits on a page is not torn over two.
    if (doc.y + Math.max(3 * LINE, whole <= bottom - top && parts.length > 1 ? whole : 0) > bottom) addPage();
    doc.fontSize(SIZE);
    head();
    for (let row = 0; row < rows; row++) {
      if (doc.y + LINE > bottom) {
        addPage();
        head();
      }
      line((column) => column.texts[row] ?? '');
    }
    doc.moveDown(0.8);
  }
}
