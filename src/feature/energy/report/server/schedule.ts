import { sql } from 'kysely';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Log } from '#server/database/log.ts';
import type { Services } from '#server/route.ts';
import { type Dates, lastDue } from '../domain/reportPeriod.ts';
import { REPORT_COLUMNS, type ReportRow } from './makeReport.ts';
import { startRun } from './run.ts';

const LOOK_MS = 60_000;

interface Scheduled extends ReportRow {
  readonly delayDays: number;
  readonly hour: number;
  readonly timeZone: string;
}

/** Whether a schedule has made a period already, or a later one; a period of another length says nothing of this one. */
async function isMade(db: Db, reportId: number, { begin, end }: Dates): Promise<boolean> {
  const { rows } = await sql`
    select from report_run where report_id = ${reportId} and scheduled
      and (end_dt > ${end} or (end_dt = ${end} and begin_dt = ${begin})) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Files every report whose last period is over and not made yet; a report that was missed for long is made for the
 * last period alone. @param now ms @returns how many were filed
 */
export async function startDueReports(
  db: Db,
  services: Pick<Services, 'jobs'>,
  now: number,
): Promise<number> {
  const { rows } = await sql<Scheduled>`
    select ${REPORT_COLUMNS}, r.delay_days as "delayDays", r.hour,
      coalesce((select s.time_zone from monitor_site s where s.consumer_id = r.consumer_id order by s.id limit 1),
        ${homeZone}) as "timeZone"
    from energy_report r where r.schedule = '1' and r.state = '1' order by r.id`.execute(db);
  let filed = 0;
  for (const report of rows) {
    const { begin, end } = lastDue(zoneOf(report.timeZone), report.period, report, now);
    if (await isMade(db, report.id, { begin, end })) continue;
    const run = await db
      .transaction()
      .execute((trx) => startRun(trx, services, { report, begin, end, scheduled: true, employeeId: null }));
    if (run) filed++;
  }
  return filed;
}

/** Looks every minute which reports are due. */
export function startReportWatch(
  db: Db,
  services: Pick<Services, 'jobs'>,
  log: Log,
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    running = running
      .then(() => startDueReports(db, services, Date.now()))
      .catch((error: unknown) => log.warn(`The schedule of reports: ${String(error)}`));
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
