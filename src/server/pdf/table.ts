/** A column of a table: its head and the text of each row. */
export interface PdfColumn {
  readonly header: string;
  /** Numbers stand at the right. */
  readonly end: boolean;
  readonly texts: readonly string[];
  /** A text that is wider goes on below in place of being cut; the column has so many points at least. */
  readonly wraps?: number;
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

/** What a column needs at least. */
const leastWidth = (doc: Doc, column: PdfColumn): number =>
  Math.min(columnWidth(doc, column), column.wraps ?? Infinity);

/** What a table needs beside each other, points. */
export function widthOf(doc: Doc, columns: readonly PdfColumn[]): number {
  doc.fontSize(SIZE);
  return columns.reduce((sum, column) => sum + leastWidth(doc, column), 0);
}

/** Columns that wrap share what the others leave. */
function widthsOf(doc: Doc, columns: readonly PdfColumn[], room: number): number[] {
  const wrapping = columns.filter(({ wraps }) => wraps !== undefined);
  const left = room - columns.filter(({ wraps }) => wraps === undefined).reduce((sum, column) => sum + columnWidth(doc, column), 0); // prettier-ignore
  return columns.map((column, i) =>
    column.wraps === undefined
      ? Math.min(columnWidth(doc, column), i === 0 ? FIRST_MOST : room / 2)
      : Math.min(columnWidth(doc, column), Math.max(column.wraps, left / wrapping.length)),
  );
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

interface Cell {
  readonly column: PdfColumn;
  readonly span: number;
}

/** What a text has within its column; a hair more than it was measured to need. */
const within = (span: number): number => span - 2 * PAD + 0.01;

const heightOf = (doc: Doc, cells: readonly Cell[], textOf: (column: PdfColumn) => string): number =>
  cells.reduce(
    (most, { column, span }) =>
      column.wraps === undefined
        ? most
        : Math.max(most, doc.heightOfString(textOf(column), { width: within(span) }) + 3),
    LINE,
  );

/** Draws a line of a table where the page stands, and goes below it. */
function drawLine(
  doc: Doc,
  cells: readonly Cell[],
  textOf: (column: PdfColumn) => string,
  { left, height }: { left: number; height: number },
): void {
  let x = left;
  const { y } = doc;
  for (const { column, span } of cells) {
    if (column.wraps === undefined) {
      const text = fitted(doc, textOf(column), within(span));
      const shift = column.end ? span - PAD - doc.widthOfString(text) : PAD;
      doc.text(text, x + shift, y + 2, { lineBreak: false });
    } else doc.text(textOf(column), x + PAD, y + 2, { width: within(span) });
    x += span;
  }
  doc
    .moveTo(left, y + height)
    .lineTo(x, y + height)
    .lineWidth(0.5)
    .strokeColor(LINE_COLOR)
    .stroke();
  doc.x = left;
  doc.y = y + height;
}

/**
 * Draws a table from where the page stands, as wide as the page, with its head on every page.
 * @param summed the last row is a sum
 */
export function drawTable(
  doc: Doc,
  columns: readonly PdfColumn[],
  {
    left,
    width: room,
    addPage,
    summed = false,
  }: { left: number; width: number; addPage: () => void; summed?: boolean },
): void {
  doc.fontSize(SIZE);
  const widths = widthsOf(doc, columns, room);
  const rows = columns[0]?.texts.length ?? 0;
  const parts = partsOf(widths, room);
  for (const part of parts) {
    const natural = part.reduce((sum, i) => sum + (widths[i] ?? 0), 0);
    // Parts of one table keep the widths of its text, so that the last is not torn apart.
    const interval = parts.length > 1 ? Math.min(1.3, room / natural) : Math.max(1, room / natural);
    const cells = part.flatMap((i): Cell[] => {
      const column = columns[i];
      return column ? [{ column, span: (widths[i] ?? 0) * interval }] : [];
    });
    const wide = cells.reduce((sum, { span }) => sum + span, 0);
    const marked = (textOf: (column: PdfColumn) => string, ink: string): void => {
      const height = heightOf(doc, cells, textOf);
      doc.rect(left, doc.y, wide, height).fill(HEAD_COLOR);
      doc.fillColor(ink);
      drawLine(doc, cells, textOf, { left, height });
      doc.fillColor('#000');
    };
    const head = (): void => marked((column) => column.header, '#3b424c');
    const { top } = doc.page.margins;
    const bottom = doc.page.height - doc.page.margins.bottom;
    const whole = (rows + 1) * LINE;
    // A part that fits on a page is not torn over two.
    if (doc.y + Math.max(3 * LINE, whole <= bottom - top && parts.length > 1 ? whole : 0) > bottom) addPage();
    doc.fontSize(SIZE);
    head();
    for (let row = 0; row < rows; row++) {
      const textOf = (column: PdfColumn): string => column.texts[row] ?? '';
      const height = heightOf(doc, cells, textOf);
      if (doc.y + height > bottom) {
        addPage();
        head();
      }
      if (summed && row === rows - 1) marked(textOf, '#000');
      else drawLine(doc, cells, textOf, { left, height });
    }
    doc.moveDown(0.8);
  }
}
