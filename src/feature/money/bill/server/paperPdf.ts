import { type Language, textIn } from '#contract/text.ts';
import { a4, MARGIN, openPdf, UPRIGHT } from '#server/pdf/document.ts';
import { drawHeadAndFoot } from '#server/pdf/page.ts';
import { drawSignatures } from '#server/pdf/signature.ts';
import { drawTable, widthOf } from '#server/pdf/table.ts';
import { wordsFor } from '#server/sheet/words.ts';
import type { BillPaper } from '../contract.ts';
import { titleOf } from '../domain/paper.ts';
import { drawAppendix } from './sheet/appendix.ts';
import { drawDoubts } from './sheet/doubts.ts';
import { drawHead, numberOf } from './sheet/head.ts';
import { lineColumns } from './sheet/lines.ts';
import { drawText, type Pen } from './sheet/pen.ts';

/**
 * The paper of a bill as a PDF of A4, with its font: the same letterhead, lines, doubts and sources as on the screen. A sum is
 * never cut; where the lines are too wide for an upright page it lies.
 */
export async function paperPdf(paper: BillPaper, language: Language): Promise<Buffer> {
  const { bill, checksum, printedAt, printedBy } = paper;
  const words = wordsFor(language, bill.timeZone);
  const { say } = words;
  const title = textIn(titleOf(bill.month), language);
  const { doc, close } = openPdf({ title: `${title} ${numberOf(bill)}`, language, now: printedAt });
  const columns = lineColumns(bill, words);
  const page = a4(widthOf(doc, columns) <= UPRIGHT);
  const addPage = (): void => void doc.addPage(page);
  addPage();
  const width = doc.page.width - 2 * MARGIN;
  const pen: Pen = { doc, left: MARGIN, width, words, addPage };
  drawHead(pen, paper);
  drawTable(doc, columns, { left: MARGIN, width, addPage, summed: true });
  drawDoubts(pen, bill);
  drawAppendix(pen, paper);
  const signers = [
    say('编制', 'Prepared by'),
    say('复核', 'Checked by'),
    say('批准', 'Approved by'),
    say('供电公司确认', 'Supplier'),
  ];
  drawSignatures(doc, signers, { left: MARGIN, width, page, names: [bill.issued?.issuedBy ?? ''] });
  doc.moveDown(1.5);
  drawText(pen, `SHA-256 ${checksum}`);
  const at = words.clock(printedAt);
  drawHeadAndFoot(doc, MARGIN, {
    head: `${paper.letterhead.orgName}  ·  ${title}  ·  ${numberOf(bill)}`,
    foot: say(`${at} ${printedBy} 打印`, `Printed ${at} by ${printedBy}`),
    page: (n, of) => say(`第 ${n} 页，共 ${of} 页`, `Page ${n} of ${of}`),
  });
  return close();
}
