import { EDGE, GREY } from './document.ts';

/** Room that lines to sign on need, points. */
const HEIGHT = 60;

/** Lines beside each other to sign on, with a word under each and a name on those whose signer is known. */
export function drawSignatures(
  doc: PDFKit.PDFDocument,
  words: readonly string[],
  { left, width, page, names = [] }: { readonly left: number; readonly width: number; readonly page: object; readonly names?: readonly string[] }, // prettier-ignore
): void {
  if (doc.y + HEIGHT > doc.page.height - EDGE) doc.addPage(page);
  const each = width / words.length;
  const y = doc.y + 36;
  doc.fontSize(9).fillColor(GREY);
  words.forEach((word, i) => {
    const x = left + i * each;
    doc.moveTo(x, y).lineTo(x + each - 24, y).lineWidth(0.5).strokeColor(GREY).stroke(); // prettier-ignore
    doc.text(names[i] ?? '', x, y - 15, { lineBreak: false });
    doc.text(word, x, y + 4, { lineBreak: false });
  });
}
