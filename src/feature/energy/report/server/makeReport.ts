import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import {
  REPORT_FORMATS,
  type ReportContent,
  type ReportFormat,
  type ReportPeriod,
} from '#contract/report.ts';
import type { Language } from '#contract/text.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { Db } from '#server/database/db.ts';
import type { FileStore } from '#server/files.ts';
import { sheetType } from '#server/sheet/writeSheet.ts';
import type { ReportFile } from '../contract.ts';
import { intervalOf, SOURCES } from './contents.ts';
import { pdfOf } from './pdf.ts';
import { workbookOf } from './workbook.ts';

/** A report as it was defined. */
export interface ReportRow {
  readonly id: number;
  readonly reportName: string;
  readonly consumerId: number;
  readonly consumerName: string;
  readonly orgId: number;
  readonly content: ReportContent;
  readonly dataType: string | null;
  readonly period: ReportPeriod;
  readonly formats: readonly ReportFormat[];
  readonly language: Language;
  readonly recipients: string | null;
}

/** Columns of ReportRow. */
export const REPORT_COLUMNS = sql`r.id, shown_name(r.report_name, r.report_name_en) as "reportName", r.consumer_id as "consumerId",
  (select shown_name(name, name_en) from org where id = r.consumer_id) as "consumerName",
  r.org_id as "orgId", r.content, r.data_type as "dataType", r.period, r.formats, r.language, r.recipients`;

/** @throws Fault 404 where the executor sees no such report */
export async function reportOf(trx: Db, id: number): Promise<ReportRow> {
  const { rows } = await sql<ReportRow>`
    select ${REPORT_COLUMNS} from energy_report r where r.id = ${id}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

/** What a report tells about an interval of dates: the answer that a screen would show. */
export const answerOf = (trx: Db, report: ReportRow, begin: string, end: string): Promise<AnalysisAnswer> => {
  const source = SOURCES[report.content];
  return source.answer(trx, {
    orgId: report.orgId,
    ...(report.dataType === null ? {} : { dataType: report.dataType }),
    interval: intervalOf(source, report.period),
    begin,
    end,
  });
};

/** Names may hold letters that a file name may not. */
const safe = (name: string): string => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();

/** Writes the files of a report into the file store. */
export async function writeReport(
  report: ReportRow,
  answer: AnalysisAnswer,
  files: FileStore,
  now: number,
): Promise<ReportFile[]> {
  const { reportName: name, consumerName, language } = report;
  const head = { name, title: SOURCES[report.content].title, consumerName, language, now };
  const formats = (Object.keys(REPORT_FORMATS) as ReportFormat[]).filter((one) =>
    report.formats.includes(one),
  );
  const written: ReportFile[] = [];
  for (const format of formats) {
    const content = format === 'xlsx' ? await workbookOf(answer, head) : await pdfOf(answer, head);
    const { sha256, size } = await files.put(content);
    written.push({
      format,
      fileName: `${safe(report.reportName)} ${answer.begin} ${answer.end}.${format}`,
      mimeType: format === 'xlsx' ? sheetType('xlsx') : 'application/pdf',
      sha256,
      size,
    });
  }
  return written;
}
