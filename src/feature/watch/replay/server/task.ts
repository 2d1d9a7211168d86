import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RuleSettings } from '#domain/alarm/settings.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import { linkagesOf } from '#feature/watch/linkage/server/public.ts';
import { namedObjects } from '#feature/watch/judge/server/public.ts';
import { resultOf, type Told } from './result.ts';
import { type MeterRow, type Plan, runPlan } from './run.ts';
import { judgedValues } from './values.ts';

/** What a replay was started with: all that the person who started it may see. */
export interface ReplayParams extends Omit<Told, 'linkages'> {
  readonly draft: RuleSettings;
  readonly inForce: RuleSettings | null;
  /** ms */
  readonly from: number;
  readonly to: number;
  readonly matterMs: number;
  readonly meters: readonly MeterRow[];
  /** `config 3`: source and id. */
  readonly linkages: readonly string[];
}

/** How often it is asked whether it is to stop, at most. */
const LOOK_MS = 250;
/** Days that replays are kept. */
const KEPT_DAYS = 90;

/** Runs a draft over the past. Nothing is written before the end, so that a stop or a crash leaves nothing behind. */
const alarmReplay: TaskHandler = async (context) => {
  const { db, task } = context;
  const params = task.params as ReplayParams;
  const { from, to, consumerId } = params;
  const named = [params.draft, ...(params.inForce ? [params.inForce] : [])];
  const plan: Plan = { ...params, others: await namedObjects(db, named) };
  let looked = 0;
  const outcome = await runPlan(plan, {
    valuesOf: (meter, rule) => judgedValues(db, meter.ammeterId, rule, from, to),
    rest: async (done, of) => {
      await turn();
      if (Date.now() - looked < LOOK_MS) return;
      looked = Date.now();
      if (await context.stopped()) throw new TaskStopped();
      await context.progress(done / of, {
        zh: `已回放 ${Math.min(done, params.meters.length)} / ${params.meters.length} 块表计`,
        en: `${Math.min(done, params.meters.length)} of ${params.meters.length} meters replayed`,
      });
    },
  });
  const linkages = (await linkagesOf(db, [consumerId])).filter(({ source, id }) =>
    params.linkages.includes(`${source} ${id}`),
  );
  const result = resultOf(plan, outcome, { ...params, linkages });
  const { raisesPerDay, raises } = result.figures.draft;
  await sql`insert into alarm_replay (task_id, alarm_id, consumer_id, employee_id, settings, raises_per_day, result)
    select ${task.id}, (select id from alarm where id = ${params.alarmId}), ${consumerId}, ${task.employeeId},
      ${JSON.stringify(params.draft)}, ${raisesPerDay}, ${JSON.stringify(result)}
    on conflict (task_id) do update set result = excluded.result, raises_per_day = excluded.raises_per_day,
      ended_at = now()`.execute(db);
  await sql`delete from alarm_replay where consumer_id = ${consumerId}
    and ended_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  return { raises, raisesPerDay };
};

export const taskHandlers = { alarmReplay };
