import PDFDocument from 'pdfkit';
import type { Language, Text } from '#contract/text.ts';
import { FLAG_LABELS } from '#contract/usageFlag.ts';
import type { AnalysisAnswer } from '#feature/analysis/contract.ts';
import { dateAt } from '#feature/overview/domain/period.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { reportFont } from './font.ts';
import { barsOf } from './pdfChart.ts';
import { cellText, figureText, headerText } from './pdfText.ts';
import { drawTable, type PdfColumn } from './pdfTable.ts';

export interface PdfHead {
  readonly name: string;
  readonly title: Text;
  readonly language: Language;
  /** When it is made, ms. */
  readonly now: number;
}

const MARGIN = 36;
const GREY = '#5c6470';

/** An answer as a PDF of A4: title, figures, a chart of its first amount, the table over as many pages as it needs. */
export async function pdfOf(answer: AnalysisAnswer, head: PdfHead): Promise<Buffer> {
  const { language } = head;
  const doc = new PDFDocument({
    size: 'A4',
    layout: answer.columns.length > 6 ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: head.name, Creator: 'Meterhouse', CreationDate: new Date(head.now) },
  });
  doc.registerFont('text', reportFont()).font('text');
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const width = doc.page.width - 2 * MARGIN;
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en);

  doc.fontSize(16).fillColor('#000').text(head.name);
  const { subject, begin, end } = answer;
  const made = dateAt(zoneOf(subject.timeZone), head.now);
  doc
    .fontSize(9)
    .fillColor(GREY)
    .text(
      `${head.title[language]}  ·  ${subject.name}  ·  ${begin} – ${end}  ·  ${say('制作于', 'made on')} ${made}`,
    )
    .moveDown(0.6);
  doc.fillColor('#000');
  if (answer.figures.length > 0) {
    doc
      .fontSize(9)
      .text(answer.figures.map((figure) => figureText(figure, language)).join('    '), { width });
    doc.moveDown(0.6);
  }
  barsOf(doc, answer, language, { left: MARGIN, width, height: 130 });
  const columns: PdfColumn[] = [
    ...answer.columns.map((column) => ({
      header: headerText(column, language),
      end: column.kind !== 'text' && column.kind !== 'clock',
      texts: answer.rows.map((row) => cellText(column, row, language)),
    })),
    {
      header: say('数据', 'Data'),
      end: false,
      texts: answer.rows.map((row) =>
        [
          row.coverage === null || row.coverage === 100 ? '' : `${row.coverage}%`,
          ...row.flags.filter((flag) => flag !== 'measured').map((flag) => FLAG_LABELS[flag][language]),
        ]
          .filter(Boolean)
          .join(' '),
      ),
    },
  ];
  drawTable(doc, columns, { left: MARGIN, width });
  if (answer.notes) {
    doc.moveDown(0.8).fontSize(8).fillColor(GREY);
    for (const note of answer.notes) doc.text(note[language], MARGIN, undefined, { width });
  }
  const { start, count } = doc.bufferedPageRange();
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i);
    doc.page.margins.bottom = 0;
    doc
      .fontSize(8)
      .fillColor(GREY)
      .text(`${i + 1} / ${count}`, MARGIN, doc.page.height - 24, { width, align: 'right', lineBreak: false });
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
