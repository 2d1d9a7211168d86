const GREY = '#5c6470';
const RULE = '#d9dde3';

export interface PageLines {
  /** At the left above every page but the first. */
  readonly head: string;
  /** At the left below every page. */
  readonly foot: string;
  /** Page n of all, in words. */
  readonly page: (n: number, of: number) => string;
}

/** Writes head and foot over all pages, once their number is known. */
export function drawHeadAndFoot(doc: PDFKit.PDFDocument, margin: number, lines: PageLines): void {
  const { start, count } = doc.bufferedPageRange();
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i);
    // What stands in the margins would else begin a page.
    doc.page.margins.bottom = 0;
    doc.page.margins.top = 0;
    const width = doc.page.width - 2 * margin;
    const rule = (y: number): void => {
      doc
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.5)
        .strokeColor(RULE)
        .stroke();
    };
    const one = { width, height: 12, lineBreak: false, ellipsis: true };
    doc.fontSize(8).fillColor(GREY);
    if (i > start) {
      doc.text(lines.head, margin, 22, one);
      rule(34);
    }
    const y = doc.page.height - 30;
    rule(y - 4);
    doc.text(lines.foot, margin, y, { ...one, width: width - 90 });
    const page = lines.page(i + 1, count);
    doc.text(page, margin + width - doc.widthOfString(page), y, { lineBreak: false });
  }
}
