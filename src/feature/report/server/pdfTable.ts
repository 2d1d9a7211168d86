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

type Doc = PDFKit.PDFDocument;

const widthOf = (doc: Doc, { header, texts }: PdfColumn): number =>
  Math.max(...[header, ...texts].map((text) => doc.widthOfString(text))) + 2 * PAD;

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

/** Draws a table from where the page stands, with its head on every page. */
export function drawTable(
  doc: Doc,
  columns: readonly PdfColumn[],
  { left, width: room }: { left: number; width: number },
): void {
  doc.fontSize(SIZE);
  const widths = columns.map((column, i) => Math.min(widthOf(doc, column), i === 0 ? FIRST_MOST : room / 2));
  const rows = columns[0]?.texts.length ?? 0;
  for (const part of partsOf(widths, room)) {
    const natural = part.reduce((sum, i) => sum + (widths[i] ?? 0), 0);
    const stretch = Math.min(1.6, Math.max(1, room / natural));
    const spans = part.map((i) => (widths[i] ?? 0) * stretch);
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
      doc.fillColor('#5c6470');
      line((column) => column.header);
      doc.fillColor('#000');
    };
    const bottom = doc.page.height - doc.page.margins.bottom - LINE;
    if (doc.y + 2 * LINE > bottom) doc.addPage();
    head();
    for (let row = 0; row < rows; row++) {
      if (doc.y > bottom - LINE) {
        doc.addPage();
        head();
      }
      line((column) => column.texts[row] ?? '');
    }
    doc.moveDown(0.8);
  }
}
