import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { type Language, type Text, textIn } from '#contract/text.ts';
import { secondAt } from '#domain/time/text.ts';
import { alarmRecord } from '#resource/event/alarmRecord.ts';
import { defineRoute } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { AlarmRow } from '../contract.ts';
import { conditionOf, recordQuery } from './query.ts';
import { alarmRows } from './rows.ts';

const MOST_ROWS = 50_000;
const { fields } = alarmRecord;

type Words = (text: Text) => string;
interface Column {
  readonly header: Text;
  readonly width?: number;
  readonly cell: (row: AlarmRow, say: Words) => string | number | null;
}

const wordIn = (options: Readonly<Record<string, Text>> | undefined, code: string, say: Words): string =>
  say(options?.[code] ?? { zh: code, en: code });
const at = (row: AlarmRow, ms: number | null): string | null => ms === null ? null : secondAt(row.timeZone, ms); // prettier-ignore

const COLUMNS: readonly Column[] = [
  {
    header: fields.alarmLevel.label,
    cell: (row, say) => wordIn(fields.alarmLevel.options, row.alarmLevel, say),
  },
  { header: fields.raisedAt.label, width: 20, cell: (row) => at(row, row.raisedAt) },
  { header: fields.clearedAt.label, width: 20, cell: (row) => at(row, row.clearedAt) },
  { header: fields.siteId.label, width: 16, cell: (row) => row.siteName },
  { header: fields.ammeterId.label, width: 20, cell: (row) => row.ammeterName },
  { header: fields.gatewayId.label, width: 20, cell: (row) => row.gatewayName },
  { header: fields.recordName.label, width: 28, cell: (row) => row.recordName },
  { header: fields.peakValue.label, cell: (row) => row.peakValue },
  { header: fields.limitValue.label, cell: (row) => row.limitValue },
  { header: { zh: '单位', en: 'Unit' }, cell: (row) => row.unit },
  { header: fields.raiseCount.label, cell: (row) => row.raiseCount },
  {
    header: fields.alarmStatus.label,
    cell: (row, say) => wordIn(fields.alarmStatus.options, row.alarmStatus, say),
  },
  { header: fields.process.label, cell: (row, say) => wordIn(fields.process.options, row.process, say) },
  { header: fields.confirmedBy.label, cell: (row) => row.confirmedBy },
  { header: fields.confirmedAt.label, width: 20, cell: (row) => at(row, row.confirmedAt) },
  { header: fields.confirmInfo.label, width: 28, cell: (row) => row.confirmInfo },
  { header: fields.procInfo.label, width: 28, cell: (row) => row.procInfo },
  { header: fields.origin.label, cell: (row, say) => wordIn(fields.origin.options, row.origin, say) },
  {
    header: fields.revision.label,
    cell: (row, say) => (row.revision === null ? null : wordIn(fields.revision.options, row.revision, say)),
  },
  { header: fields.revisionInfo.label, width: 28, cell: (row) => row.revisionInfo },
];

const exportRecords = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/alarm/record/exportRecords',
  summary: { zh: '告警记录：按条件导出', en: 'Alarm records of a query as a sheet' },
  permission: 'event.alarmRecord.export',
  params: z.object({ ...recordQuery, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example: { startTime: '2026-01-01', endTime: '2026-12-31' },
  handler: async ({ trx, params, language }) => {
    const { rows, total } = await alarmRows(trx, {
      where: conditionOf(params, { withdrawn: true }),
      order: sql`r.raised_at desc, r.id desc`,
      limit: MOST_ROWS,
      offset: 0,
    });
    if (total > MOST_ROWS)
      throw badInput({ zh: `开始时间：一次最多导出 ${MOST_ROWS} 条，请缩短时间段`, en: `Begin: at most ${MOST_ROWS} records at once, ask for less time` }, 'startTime'); // prettier-ignore
    return sheetOf(rows, params.format, language);
  },
});

function sheetOf(rows: readonly AlarmRow[], format: 'xlsx' | 'csv', language: Language) {
  const say: Words = (text) => textIn(text, language);
  const name = say(alarmRecord.label);
  return {
    fileName: `${name}.${format}`,
    mimeType: sheetType(format),
    body: writeSheet({
      format,
      name,
      columns: COLUMNS.map(({ header, width }) => ({ header: say(header), ...(width ? { width } : {}) })),
      rows: rows.map((row) => COLUMNS.map(({ cell }) => cell(row, say))),
    }),
  };
}

export const exportRoutes = [exportRecords];
