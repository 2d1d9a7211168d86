import { EDGE, GREY } from '#server/pdf/document.ts';
import type { SheetWords } from '#server/sheet/words.ts';

/** What draws a paper, where, and in which words. */
export interface Pen {
  readonly doc: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  readonly words: SheetWords;
  readonly addPage: () => void;
}

export const INK = '#000';
const TEXT = 9;

/** Begins a page where so many points are not left. */
export function keepTogether({ doc, addPage }: Pen, height: number): void {
  if (doc.y + height > doc.page.height - EDGE) addPage();
}

/** A heading, with room for what follows it. */
export function drawHeading(pen: Pen, text: string): void {
  const { doc, left, width } = pen;
  keepTogether(pen, 60);
  doc.fontSize(11).fillColor(INK).text(text, left, undefined, { width }).moveDown(0.3);
}

/** A paragraph over as many lines as it needs. */
export function drawText(
  { doc, left, width }: Pen,
  text: string,
  { ink = GREY, indent = 0 }: { readonly ink?: string; readonly indent?: number } = {},
): void {
  doc.fontSize(TEXT).fillColor(ink).text(text, left + indent, undefined, { width: width - indent }); // prettier-ignore
}

/** Texts at the left and the right of one line, each over as many lines as it needs. */
export function drawEnds(
  { doc, left, width }: Pen,
  start: string,
  end: string,
  sizes: readonly [number, number],
): void {
  // prettier-ignore
  const { y } = doc;
  const half = width * 0.56;
  doc.fontSize(sizes[0]).fillColor(INK).text(start, left, y, { width: half });
  const below = doc.y;
  doc.fontSize(sizes[1]).fillColor(GREY).text(end, left + half + 8, y, { width: width - half - 8, align: 'right' }); // prettier-ignore
  doc.y = Math.max(below, doc.y) + 4;
  doc.x = left;
}

export function drawRule({ doc, left, width }: Pen, thickness: number): void {
  doc.moveTo(left, doc.y).lineTo(left + width, doc.y).lineWidth(thickness).strokeColor(INK).stroke(); // prettier-ignore
  doc.y += 8;
}
