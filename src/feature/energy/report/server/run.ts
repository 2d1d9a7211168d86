import { sql } from 'kysely';
import { Fault } from '#contract/error.ts';
import type { Language, Text } from '#contract/text.ts';
import { sendMail } from '#feature/house/outbox/server/public.ts';
import { startTask, type TaskHandler } from '#feature/house/task/server/public.ts';
import { isAway } from '#server/database/away.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import type { Services } from '#server/route.ts';
import type { ReportFile } from '../contract.ts';
import { answerOf, reportOf, type ReportRow, writeReport } from './makeReport.ts';

export const REPORT_TASK = 'energyReport';

export interface NewRun {
  readonly report: ReportRow;
  readonly begin: string;
  readonly end: string;
  readonly scheduled: boolean;
  /** Who asked; null = its schedule, in the name of nobody. */
  readonly employeeId: number | null;
}

/**
 * Files the making of a report; it is made when the transaction has committed.
 * @returns null where its schedule has it made already
 */
export async function startRun(
  trx: Db,
  services: Pick<Services, 'jobs'>,
  { report, begin, end, scheduled, employeeId }: NewRun,
): Promise<{ runId: number; taskId: number } | null> {
  const { rows } = await sql<{ id: number }>`
    insert into report_run (report_id, consumer_id, begin_dt, end_dt, scheduled, employee_id)
    values (${report.id}, ${report.consumerId}, ${begin}, ${end}, ${scheduled}, ${employeeId})
    on conflict (report_id, begin_dt, end_dt) where scheduled do nothing returning id`.execute(trx);
  const runId = rows[0]?.id;
  if (runId === undefined) return null;
  const label: Text = { zh: `报表 ${report.reportName}`, en: `Report ${report.reportName}` };
  const task = { kind: REPORT_TASK, label, params: { runId }, consumerId: report.consumerId };
  const { id: taskId } = await startTask(trx, services, { ...task, employeeId: employeeId ?? 0 });
  await sql`update report_run set task_id = ${taskId} where id = ${runId}`.execute(trx);
  return { runId, taskId };
}

interface RunRow {
  readonly reportId: number;
  readonly consumerId: number;
  readonly begin: string;
  readonly end: string;
  readonly language: Language;
}

/** Letters to whoever gets the report, with its files. */
async function mailReport(
  trx: Db,
  report: ReportRow,
  run: RunRow,
  files: readonly ReportFile[],
): Promise<string | null> {
  if (!report.recipients?.trim()) return null;
  const zh = `${report.reportName} ${run.begin} 至 ${run.end}`;
  const en = `${report.reportName} ${run.begin} to ${run.end}`;
  await sendMail(trx, {
    purpose: 'report',
    consumerId: run.consumerId,
    language: report.language,
    to: report.recipients,
    subject: { zh, en },
    text: {
      zh: `${zh}\n\n附件：${files.map((file) => file.fileName).join('、')}`,
      en: `${en}\n\nAttached: ${files.map((file) => file.fileName).join(', ')}`,
    },
    attachments: files.map(({ fileName, sha256, mimeType }) => ({ fileName, sha256, mimeType })),
  });
  return report.recipients;
}

/** Makes the files of a run, keeps them and sends them; what went wrong stands with the run. */
export const makeRun: TaskHandler = async ({ db, services, task, files }) => {
  const { runId } = task.params as { runId: number };
  const { rows } = await sql<RunRow>`
    select report_id as "reportId", consumer_id as "consumerId", begin_dt::text as begin, end_dt::text as end,
      (select language from energy_report where id = report_id) as language
    from report_run where id = ${runId} and state = 'waiting'`.execute(db);
  const [run] = rows;
  // Deleted meanwhile, or made before this process died.
  if (!run) return null;
  try {
    // It reads what the enterprise may see, and nothing else.
    const { report, answer } = await withScope(
      services.db,
      [run.consumerId],
      async (trx) => {
        const found = await reportOf(trx, run.reportId);
        return { report: found, answer: await answerOf(trx, found, run.begin, run.end) };
      },
      [],
      { readOnly: true, language: run.language },
    );
    const written = await writeReport(report, answer, files, Date.now());
    await db.transaction().execute(async (trx) => {
      const mailedTo = await mailReport(trx, report, run, written);
      await sql`update report_run set state = 'done', files = ${JSON.stringify(written)}::jsonb,
        mailed_to = ${mailedTo}, done_at = now() where id = ${runId}`.execute(trx);
      await sql`update energy_report set last_at = now(), last_period = ${`${run.begin} – ${run.end}`}
        where id = ${run.reportId}`.execute(trx);
    });
    return { runId, files: written.map((file) => file.fileName) };
  } catch (error) {
    // The task begins again when the database is back: the run still waits for it.
    if (isAway(error)) throw error;
    const text: Text =
      error instanceof Fault ? error.text : { zh: '报表生成失败', en: 'The report could not be generated' };
    await sql`update report_run set state = 'failed', error = ${JSON.stringify(text)}::jsonb, done_at = now()
      where id = ${runId}`.execute(db);
    throw error;
  }
};
