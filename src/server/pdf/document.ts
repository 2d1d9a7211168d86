import PDFDocument from 'pdfkit';
import type { Language } from '#contract/text.ts';
import { inFont, reportFont } from './font.ts';

export const PDF_TYPE = 'application/pdf';

/** Points at the left and the right of a page. */
export const MARGIN = 40;
/** Room of the head of later pages, and of the foot of all. */
export const EDGE = 46;
const margins = { left: MARGIN, right: MARGIN, top: EDGE, bottom: EDGE };
/** Points beside each other on an upright page of A4. */
export const UPRIGHT = 595 - 2 * MARGIN;
/** The ink of what stands beside figures. */
export const GREY = '#5c6470';

/** A page of A4, upright or lying. */
export const a4 = (upright: boolean) => ({
  size: 'A4' as const,
  margins,
  layout: upright ? ('portrait' as const) : ('landscape' as const),
});

/**
 * An empty PDF in the font of reports, whose pages are kept until the head and foot of each are written.
 * @returns the document, and what ends it and answers its bytes
 */
export function openPdf({
  title,
  language,
  now,
}: {
  readonly title: string;
  readonly language: Language;
  /** ms */
  readonly now: number;
}): { readonly doc: PDFKit.PDFDocument; readonly close: () => Promise<Buffer> } {
  const doc = new PDFDocument({
    margins,
    autoFirstPage: false,
    bufferPages: true,
    lang: language === 'zh' ? 'zh-CN' : language,
    info: { Title: title, Creator: 'Meterhouse', CreationDate: new Date(now) },
  });
  doc.registerFont('text', reportFont()).font('text');
  // What is measured is what is written.
  for (const name of ['text', 'widthOfString', 'heightOfString'] as const) {
    const own = doc[name].bind(doc) as (text: string, ...rest: unknown[]) => unknown;
    Object.assign(doc, { [name]: (text: string, ...rest: unknown[]) => own(inFont(text), ...rest) });
  }
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const close = async (): Promise<Buffer> => {
    doc.end();
    await ended;
    return Buffer.concat(chunks);
  };
  return { doc, close };
}
