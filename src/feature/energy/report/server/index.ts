import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { type Text, textIn } from '#contract/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { dateAt } from '#domain/time/text.ts';
import type { TaskHandler } from '#feature/house/task/server/public.ts';
import { type Download, defineRoute, type Route } from '#server/route.ts';
import type { ReportFile, ReportRun } from '../contract.ts';
import { periodBefore } from '../domain/reportPeriod.ts';
import { reportOf } from './makeReport.ts';
import { makeRun, REPORT_TASK, startRun } from './run.ts';

const SCREEN = 'SDNPowerAdmin.SDNPowerReport';

/** Makes a report now: of its last period, or of an interval that a person names. */
const make = defineRoute({
  method: 'POST',
  path: '/api/archive/energyReport/make',
  summary: { zh: '报表：立即生成', en: 'Reports: make now' },
  permission: SCREEN,
  params: z.object({ id: id(), begin: z.iso.date().optional(), end: z.iso.date().optional() }),
  example: { id: 1, begin: '2026-01-01', end: '2026-01-31' },
  handler: async ({ trx, params, caller, services }) => {
    const report = await reportOf(trx, params.id);
    const { rows } = await sql<{ zone: string }>`
      select time_zone as zone from monitor_site where consumer_id = ${report.consumerId} order by id limit 1`.execute(
      trx,
    );
    const today = dateAt(zoneOf(rows[0]?.zone ?? HOME_ZONE), Date.now());
    const last = periodBefore(report.period, today);
    const { begin = last.begin, end = params.begin ?? last.end } = params;
    if (end < begin)
      throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'end');
    return startRun(trx, services, { report, begin, end, scheduled: false, employeeId: caller.employeeId });
  },
});

interface Row extends Omit<ReportRun, 'error' | 'files'> {
  readonly error: Text | null;
  readonly files: readonly ReportFile[];
}

/** The reports that were made, the newest first. */
const getRunList = defineRoute({
  method: 'GET',
  path: '/api/archive/energyReport/getRunList',
  summary: { zh: '报表：生成记录', en: 'Reports: those that were made' },
  permission: SCREEN,
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    reportId: id().optional(),
    search: z.string().max(60).optional(),
  }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params, language }): Promise<Page<ReportRun>> => {
    const { current, pageSize } = pageOf(params);
    const { consumerId = null, reportId = null, search = '' } = params;
    const from = sql`from report_run u join energy_report r on r.id = u.report_id
      where (${consumerId}::integer is null or u.consumer_id = ${consumerId})
        and (${reportId}::integer is null or u.report_id = ${reportId})
        and position(lower(${search}) in lower(r.report_name)) > 0`;
    const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(
      trx,
    );
    const { rows } = await sql<Row>`
      select u.id, u.report_id as "reportId", shown_name(r.report_name, r.report_name_en) as "reportName", u.consumer_id as "consumerId",
        (select shown_name(name, name_en) from org where id = r.org_id) as "orgName", r.content, u.begin_dt::text as "beginDt",
        u.end_dt::text as "endDt", u.scheduled, u.state, u.files, u.mailed_to as "mailedTo", u.error,
        u.created_at as "createdAt", u.done_at as "doneAt"
      ${from} order by u.id desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map((row) => ({
        ...row,
        error: textIn(row.error, language) ?? null,
        files: row.files.map(({ sha256: _, ...file }) => file),
      })),
      pagination: { total: counted[0]?.total ?? 0, current, pageSize },
    };
  },
});

/** A file of a report that was made. */
const getFile = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/energyReport/getFile',
  summary: { zh: '报表：下载文件', en: 'Reports: a file' },
  permission: SCREEN,
  params: z.object({ id: id(), format: z.string().max(10) }),
  example: { id: 1, format: 'xlsx' },
  handler: async ({ trx, params, services }): Promise<Download> => {
    const { rows } = await sql<{ files: readonly ReportFile[] }>`
      select files from report_run where id = ${params.id}`.execute(trx);
    const file = rows[0]?.files.find((one) => one.format === params.format);
    if (!file) throw noSuchRow();
    return { fileName: file.fileName, mimeType: file.mimeType, body: services.files.open(file.sha256) };
  },
});

export const routes: readonly Route[] = [make, getRunList, getFile];

export const taskHandlers: Readonly<Record<string, TaskHandler>> = { [REPORT_TASK]: makeRun };
