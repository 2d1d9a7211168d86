import type { AnalysisColumn } from '#contract/analysis.ts';
import { isNumber } from '#domain/figure/scales.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { sheetOf } from '#feature/meters/analysisFrame/server/public.ts';
import { textIn } from '#contract/text.ts';
import type { Cell } from '#server/sheet/cell.ts';
import { type WorkbookSheet, writeWorkbook } from '#server/sheet/workbook.ts';
import { headerWidth, sheetName, toXlsx } from '#server/sheet/writeSheet.ts';
import { figureOf } from './pdfText.ts';
import { madeOn, pageOf, type ReportHead, subjectOf } from './reportHead.ts';

/** As many decimals as a person reads; the cells keep every digit. */
const FORMATS: Readonly<Partial<Record<AnalysisColumn['kind'], string>>> = {
  amount: '#,##0.00',
  count: '#,##0',
  change: '+0.0;-0.0;0.0',
  share: '0.0',
};

const BOLD = { name: 'Calibri', size: 11, bold: true };
const FILL = { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: 'F1F3F6' } };
const WIDEST = 60;
/** Characters beside each other that can still be read on a page of A4, upright and across. */
const UPRIGHT = 100;
const ACROSS = 170;

/** `&` begins a code in the head and foot of a printed sheet. */
const printed = (text: string): string => text.replaceAll('&', '&&');

/**
 * An answer as a workbook: the rows of the screen with every digit, to be printed with enterprise, time and page
 * numbers; on a second sheet what the report is, with its figures.
 */
export async function workbookOf(answer: AnalysisAnswer, head: ReportHead): Promise<Buffer> {
  return writeWorkbook([await tableOf(answer, head), aboutOf(answer, head)]);
}

async function tableOf(answer: AnalysisAnswer, head: ReportHead): Promise<WorkbookSheet> {
  const { language, title, name } = head;
  const { columns, rows } = sheetOf(answer, title, language, 'xlsx');
  const shown = answer.columns.filter(({ lineOnly }) => !lineOnly);
  const lines: (readonly Cell[])[] = [];
  for await (const row of rows) lines.push(row);
  const widths = columns.map(({ header }, i) =>
    Math.min(
      WIDEST,
      Math.max(headerWidth(header), ...lines.slice(0, answer.rows.length).map((row) => widthOf(row[i]))),
    ),
  );
  const wide = widths.reduce((sum, width) => sum + width, 0);
  // Coverage, behind the columns of the answer, is a number too.
  const atEnd = columns.map((_, i) => (shown[i] ? isNumber(shown[i]) : i === shown.length));
  return {
    name: sheetName(textIn(title, language)),
    columns: widths.map((width, i) => {
      const format = FORMATS[shown[i]?.kind ?? 'text'];
      return { width, ...(format ? { numFmt: format } : {}) };
    }),
    rows: [columns.map(({ header }) => header), ...lines.map((row) => row.map(toXlsx))],
    cells: new Map(
      atEnd.map((end, i) => [
        `0,${i}`,
        { style: { font: BOLD, fill: FILL, alignment: { horizontal: end ? 'right' : 'left' } } },
      ]),
    ),
    freezePane: { rows: 1, columns: 1 },
    pageSetup: {
      paperSize: 'a4',
      orientation: wide > UPRIGHT ? 'landscape' : 'portrait',
      ...(wide > ACROSS ? { scale: 60 } : { fitToPage: true, fitToWidth: 1, fitToHeight: 0 }),
      printTitlesRow: '$1:$1',
      printTitlesColumn: '$A:$A',
    },
    headerFooter: {
      oddHeader: `&L${printed(name)}&R${answer.begin} – ${answer.end}`,
      oddFooter: `&L${printed(subjectOf(answer, head))}&R${pageOf(language, '&P', '&N')}`,
    },
  };
}

/** What a cell needs in characters, Chinese letters counted double. */
const widthOf = (cell: Cell | undefined): number => (typeof cell === 'string' ? headerWidth(cell) - 2 : 0);

function aboutOf(answer: AnalysisAnswer, head: ReportHead): WorkbookSheet {
  const { language, name, title } = head;
  const say = (zh: string, en: string): string => textIn({ zh, en }, language);
  const rows = [
    [say('报表', 'Report'), name],
    [say('内容', 'Content'), textIn(title, language)],
    [say('对象', 'Object'), subjectOf(answer, head)],
    [say('时段', 'Time'), `${answer.begin} – ${answer.end}`],
    [say('时区', 'Time zone'), answer.subject.timeZone],
    [say('制作日期', 'Generated on'), madeOn(answer, head)],
    ...answer.figures.map((figure) => {
      const { label, value, unit, note } = figureOf(figure, language);
      return [label, [value, unit, note && `(${note})`].filter(Boolean).join(' ')];
    }),
    ...(answer.notes ?? []).map((note) => ['', textIn(note, language)]),
  ];
  return {
    name: say('说明', 'About'),
    columns: [{ width: 20, style: { font: BOLD } }, { width: WIDEST }],
    rows,
    pageSetup: { paperSize: 'a4', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}
