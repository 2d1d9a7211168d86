import { type Language, textIn } from '#contract/text.ts';
import type { WorkbookSheet } from '../sheet/workbook.ts';
import { a4, EDGE, GREY, MARGIN, openPdf, UPRIGHT } from './document.ts';
import { drawHeadAndFoot } from './page.ts';
import { drawSignatures } from './signature.ts';
import { drawTable, type PdfColumn, widthOf } from './table.ts';

/** What a paper says about itself. */
export interface PaperHead {
  readonly title: string;
  /** What it is about, under the title and above later pages. */
  readonly about: string;
  /** Under every page: who made it, when. */
  readonly foot: string;
  readonly language: Language;
  /** ms */
  readonly now: number;
  /** Words under lines to sign on, at the end; none where it is not signed. */
  readonly signatures?: readonly string[];
}

/** A value of a sheet as it stands on paper: by the format of its column, `--` where nothing is known. */
export function paperText(value: unknown, format: string | undefined): string {
  if (value === null || value === undefined) return format === undefined ? '' : '--';
  if (typeof value !== 'number' || format === undefined) return String(value);
  const [, least = '', most = ''] = /\.(0*)(#*)/.exec(format) ?? [];
  return new Intl.NumberFormat('en-US', {
    useGrouping: format.includes(','),
    minimumFractionDigits: least.length,
    maximumFractionDigits: least.length + most.length,
  }).format(value);
}

interface Part {
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly columns: readonly PdfColumn[];
}

/** A sheet of facts over a table, as `sheetOf` makes it, in texts. */
function partOf({ rows = [], columns = [] }: WorkbookSheet): Part {
  const gap = rows.findIndex((row) => row.length === 0);
  const facts = rows
    .slice(0, Math.max(0, gap))
    .map((row) => [String(row[0] ?? ''), String(row[1] ?? '')] as const);
  const [header = [], ...body] = rows.slice(gap + 1);
  return {
    facts,
    columns: header.map((name, i) => {
      const format = columns[i]?.numFmt;
      return {
        header: String(name ?? ''),
        end: format !== undefined,
        texts: body.map((row) => paperText(row[i], format)),
      };
    }),
  };
}

/**
 * The sheets of a workbook as a PDF of A4: each with its name, its facts and its table over as many pages as it needs. The
 * same numbers stand in both, as both are made of the same sheets.
 */
export async function pdfOfSheets(sheets: readonly WorkbookSheet[], head: PaperHead): Promise<Buffer> {
  const { language, title, about, foot, now, signatures = [] } = head;
  const { doc, close } = openPdf({ title, language, now });
  const parts = sheets.map((sheet) => ({ name: sheet.name, ...partOf(sheet) }));
  const upright = parts.every(({ columns }) => widthOf(doc, columns) <= UPRIGHT);
  const page = a4(upright);
  doc.addPage(page);
  doc.fontSize(16).fillColor('#000').text(title);
  doc.fontSize(9).fillColor(GREY).text(about).moveDown(0.8);
  const place = { left: MARGIN, width: doc.page.width - 2 * MARGIN };
  parts.forEach((part, i) => drawPart(doc, part, { ...place, page, named: i > 0 }));
  if (signatures.length > 0) drawSignatures(doc, signatures, { ...place, page });
  drawHeadAndFoot(doc, MARGIN, {
    head: `${title}  ·  ${about}`,
    foot,
    page: (n, of) => textIn({ zh: `第 ${n} 页，共 ${of} 页`, en: `Page ${n} of ${of}` }, language),
  });
  return close();
}

type Doc = PDFKit.PDFDocument;
interface Place {
  readonly left: number;
  readonly width: number;
  readonly page: object;
}

/** Room that the head of a table and a row of it need. */
const LEAST = 60;

function drawPart(
  doc: Doc,
  part: Part & { readonly name: string },
  place: Place & { readonly named: boolean },
): void {
  const { left, width, page, named } = place;
  if (doc.y + LEAST > doc.page.height - EDGE) doc.addPage(page);
  if (named) doc.fontSize(11).fillColor('#000').text(part.name, left, undefined, { width }).moveDown(0.3);
  doc.fontSize(9);
  for (const [name, value] of part.facts) {
    doc.fillColor(GREY).text(`${name}  `, left, undefined, { width, continued: true });
    doc.fillColor('#000').text(value);
  }
  if (part.facts.length > 0) doc.moveDown(0.5);
  drawTable(doc, part.columns, { left, width, addPage: () => doc.addPage(page) });
}
