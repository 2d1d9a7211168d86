import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { APP_ROLE } from './database/db.ts';
import type { Db } from './database/db.ts';
import type { Log } from './database/log.ts';

/** The queue of long tasks; its jobs are rows of table `task`. */
const TASK_QUEUE = 'task';

/** Runs a statement of the queue on an executor, so that a job is filed in the caller's transaction. */
const within = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

export interface Jobs {
  /** Files a job; it is there exactly when the executor's transaction commits. */
  file(db: Db, id: number): Promise<void>;
  /** Runs jobs one after another until `close`. */
  work(run: (id: number) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the job queue (pg-boss on the same database). A job whose process died is given out again
 * after half a minute without a sign of life.
 */
export async function openJobs(pool: pg.Pool, options: { worker: boolean; log: Log }): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    supervise: options.worker,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => options.log.warn(`The job queue: ${String(error)}`));
  await boss.start();
  await boss.createQueue(TASK_QUEUE, {
    retryLimit: 5,
    retryDelay: 1,
    expireInSeconds: 86_000,
    heartbeatSeconds: 30,
  });
  await grantToRequests(pool);
  return {
    async file(db, id) {
      await boss.send(TASK_QUEUE, { id }, { db: within(db) });
    },
    async work(run) {
      await boss.work<{ id: number }>(
        TASK_QUEUE,
        { pollingIntervalSeconds: 0.5, localConcurrency: 2 },
        async (jobs) => {
          for (const job of jobs) await run(job.data.id);
        },
      );
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Files jobs for tasks that lost theirs: after a restore the queue is empty, the tasks are there. */
export async function refileTasks(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select t.id from task t where t.state in ('queued', 'running', 'stopping') and not t.followed and not exists (
      select from pgboss.job j where j.name = ${TASK_QUEUE} and j.state in ('created', 'retry', 'active')
        and (j.data ->> 'id')::integer = t.id) order by t.id`.execute(db);
  for (const { id } of rows) await jobs.file(db, id);
}

/** Requests file jobs inside their own transaction, under their own role. */
async function grantToRequests(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rows.length === 0) return;
  await pool.query(`grant usage on schema pgboss to ${APP_ROLE}`);
  await pool.query(`grant select, insert, update on all tables in schema pgboss to ${APP_ROLE}`);
}

/** How many tasks wait or run, for the metrics. */
export async function taskCounts(db: Db): Promise<{ queued: number; running: number }> {
  const { rows } = await sql<{ queued: number; running: number }>`
    select count(*) filter (where state = 'queued')::integer as queued,
      count(*) filter (where state in ('running', 'stopping'))::integer as running
    from task where state in ('queued', 'running', 'stopping')`.execute(db);
  return rows[0] ?? { queued: 0, running: 0 };
}
