import { type Language, type Text, textIn } from '#contract/text.ts';
import { FLAG_LABELS } from '#contract/usageFlag.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import { isNumber, scalesOf } from '#domain/figure/scales.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { a4, GREY, MARGIN, openPdf, UPRIGHT } from '#server/pdf/document.ts';
import { barsOf } from './pdfChart.ts';
import { drawHeadAndFoot } from '#server/pdf/page.ts';
import { drawFigures } from './pdfStrip.ts';
import { drawTable, type PdfColumn, widthOf } from '#server/pdf/table.ts';
import { cellText, figureOf, headerText } from './pdfText.ts';
import { madeOn, pageOf, type ReportHead, subjectOf } from './reportHead.ts';

const EMPTY: Text = { zh: '该时段没有数据', en: 'There are no data of this time' };
const DATA: Text = { zh: '数据', en: 'Data' };
const UNFINISHED: Text = { zh: '未结束', en: 'in progress' };

/**
 * An answer as a PDF of A4, in the units and decimals of the screen: title, figures, a chart of its first amount, the
 * table over as many pages as it needs, each with enterprise, time and its number.
 */
export async function pdfOf(answer: AnalysisAnswer, head: ReportHead): Promise<Buffer> {
  const { language } = head;
  const { doc, close } = openPdf({ title: head.name, language, now: head.now });
  const columns = columnsOf(answer, language);
  const upright = widthOf(doc, columns) <= UPRIGHT;
  const page = a4(upright);
  doc.addPage(page);
  const width = doc.page.width - 2 * MARGIN;
  const place = { left: MARGIN, width };
  const { subject, begin, end } = answer;
  const about = `${textIn(head.title, language)}  ·  ${subjectOf(answer, head)}  ·  ${begin} – ${end}`;

  doc.fontSize(16).fillColor('#000').text(head.name);
  doc.fontSize(9).fillColor(GREY).text(about).moveDown(0.8);
  const figures = answer.figures.map((figure) => figureOf(figure, language));
  drawFigures(doc, figures, place);
  barsOf(doc, answer, language, { ...place, height: 130 });
  if (answer.rows.length === 0) doc.fontSize(9).fillColor(GREY).text(textIn(EMPTY, language));
  else drawTable(doc, columns, { ...place, addPage: () => doc.addPage(page) });
  if (answer.notes?.length) {
    doc.moveDown(0.4).fontSize(8).fillColor(GREY);
    for (const note of answer.notes) doc.text(textIn(note, language), MARGIN, undefined, { width });
  }
  const made = textIn({ zh: '制作于', en: 'generated on' }, language);
  drawHeadAndFoot(doc, MARGIN, {
    head: `${head.name}  ·  ${about}`,
    foot: `${head.consumerName}  ·  ${made} ${madeOn(answer, head)}  ·  ${subject.timeZone}`,
    page: (n, of) => pageOf(language, n, of),
  });
  return close();
}

/** The columns of the screen's table, in words. */
function columnsOf(answer: AnalysisAnswer, language: Language): PdfColumn[] {
  const scales = scalesOf(answer);
  return [
    ...answer.columns
      .filter(({ lineOnly }) => !lineOnly)
      .map((column) => ({
        header: headerText(column, language, scales.get(column.key)),
        end: isNumber(column),
        texts: answer.rows.map((row) => cellText(column, row, language, scales.get(column.key))),
      })),
    { header: textIn(DATA, language), end: false, texts: answer.rows.map((row) => qualityOf(row, language)) },
  ];
}

/** How good the data behind a row are: what is not over, what share is backed, what was done to it. */
const qualityOf = ({ coverage, flags, unfinished }: AnalysisRow, language: Language): string =>
  [
    unfinished ? textIn(UNFINISHED, language) : '',
    coverage === null || coverage === 100 ? '' : `${coverage}%`,
    ...flags.filter((flag) => flag !== 'measured').map((flag) => textIn(FLAG_LABELS[flag], language)),
  ]
    .filter(Boolean)
    .join(' ');
