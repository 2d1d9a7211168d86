import { sql } from 'kysely';
import { mayStillOperate, type OutputPlace, WIRING } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { RunState, RunWait } from '../contract.ts';

/** A load as its plan and its output say. */
export interface PlanLoad {
  readonly controlId: number;
  readonly priority: number;
  /** kW */
  readonly promised: number;
  /** s */
  readonly minimumOff: number | null;
}

/** An open run of a plan. */
export interface OpenRun {
  readonly id: number;
  readonly state: RunState;
  /** ms */
  readonly windowFrom: number;
  readonly waits: RunWait | null;
  /** Since when nothing that it switched off may come back, ms; null = something may. */
  readonly hinderedSince: number | null;
  readonly byId: number | null;
  readonly byName: string | null;
  /** What is to be switched off, in order; power in kW. */
  /** Outputs that the approval named. */
  readonly approvedControls: readonly number[];
  readonly sequence: readonly { readonly controlId: number; readonly power: number }[];
}

/** A plan with who enabled it and its open run. */
export interface PlanRow {
  readonly id: number;
  readonly planName: string;
  readonly planNameEn: string;
  readonly consumerId: number;
  readonly guardId: number;
  readonly guardName: string;
  readonly inUse: boolean;
  readonly timeZone: string;
  readonly holdSeconds: number;
  readonly gapSeconds: number;
  readonly marginPercent: number;
  readonly controlIds: readonly number[];
  readonly loads: readonly PlanLoad[];
  readonly arming: {
    readonly automatic: boolean;
    readonly byId: number;
    readonly byName: string;
    /** ms */
    readonly armedAt: number;
    readonly needSince: number | null;
    /** The plan stands as it was enabled. */
    readonly stands: boolean;
  } | null;
  readonly run: OpenRun | null;
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** Everything that is allowed by enabling a plan: the limit, the loads, and how they are wired. */
const STOOD = sql`jsonb_build_object('guard', p.guard_id, 'org', g.org_id, 'limit', g.limit_power,
  'hold', p.hold_seconds, 'gap', p.gap_seconds, 'margin', p.margin_percent, 'loads', coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'priority', r.shed_priority, 'power', r.shed_power,
      'minimumOff', r.minimum_off, 'meter', r.ammeter_id, 'wiring', ${WIRING})
      || case when r.two_persons then jsonb_build_object('two', true) else '{}' end order by r.id)
    from i_remote_control r where r.id = any (p.control_id_list)), '[]'))`;

/** Plans, by name. The executor shows those that may be seen. @param planId one alone */
export async function plansOf(
  db: Db,
  query: { readonly consumerId?: number; readonly planId?: number },
): Promise<PlanRow[]> {
  const [consumerId, planId] = [query.consumerId ?? null, query.planId ?? null];
  const { rows } = await sql<PlanRow>`
    select p.id, shown_name(p.plan_name, p.plan_name_en) as "planName",
      coalesce(nullif(p.plan_name_en, ''), p.plan_name) as "planNameEn", p.consumer_id as "consumerId",
      p.guard_id as "guardId", shown_name(g.guard_name, g.guard_name_en) as "guardName", p.state = '1' as "inUse",
      coalesce((select min(s.time_zone) from monitor_site s where s.consumer_id = p.consumer_id), ${homeZone}) as "timeZone",
      p.hold_seconds as "holdSeconds", p.gap_seconds as "gapSeconds", p.margin_percent as "marginPercent",
      p.control_id_list as "controlIds",
      coalesce((select json_agg(json_build_object('controlId', r.id, 'priority', coalesce(r.shed_priority, 99),
          'promised', coalesce(r.shed_power, 0)::float8, 'minimumOff', r.minimum_off) order by r.id)
        from i_remote_control r where r.id = any (p.control_id_list)), '[]') as loads,
      case when a.plan_id is null then null else json_build_object('automatic', a.automatic, 'byId', a.by_id,
        'byName', a.by_name, 'armedAt', ${ms('a.armed_at')}, 'needSince', ${ms('a.need_since')},
        'stands', a.stood = ${STOOD}) end as arming,
      case when u.id is null then null else json_build_object('id', u.id, 'state', u.state, 'windowFrom',
        ${ms('u.window_from')}, 'waits', u.waits, 'hinderedSince', ${ms('u.hindered_since')}, 'byId', u.by_id, 'byName', u.by_name, 'sequence', u.sequence, 'approvedControls', u.approved_controls) end as run
    from shed_plan p join demand_guard g on g.id = p.guard_id
    left join shed_arming a on a.plan_id = p.id
    left join shed_run u on u.plan_id = p.id and u.state <> 'ended'
    where (${consumerId}::integer is null or p.consumer_id = ${consumerId})
      and (${planId}::integer is null or p.id = ${planId})
    order by p.plan_name, p.id`.execute(db);
  return rows;
}

/** A plan by its id; undefined where there is none that the executor shows. */
export async function planOf(db: Db, planId: number): Promise<PlanRow | undefined> {
  const [plan] = await plansOf(db, { planId });
  return plan;
}

/** The plan may act: somebody enabled it as it stands, and may still operate all of its outputs. @param db sees accounts */
export async function mayAct(db: Db, { inUse, arming, controlIds }: PlanRow): Promise<boolean> {
  if (!inUse || arming?.stands !== true) return false;
  const { rows } = await sql<OutputPlace>`select distinct consumer_id as "consumerId", site_id as "siteId"
    from i_remote_control where id = any (${controlIds}::integer[])`.execute(db);
  return mayStillOperate(db, arming.byId, rows);
}

/** Keeps who enabled a plan as it stands now. @throws a unique violation where another plan of its limit is enabled */
export async function keepArming(
  db: Db,
  planId: number,
  by: { readonly id: number; readonly name: string; readonly automatic: boolean },
): Promise<void> {
  await sql`insert into shed_arming (plan_id, consumer_id, guard_id, automatic, stood, by_id, by_name)
    select p.id, p.consumer_id, p.guard_id, ${by.automatic}, ${STOOD}, ${by.id}, ${by.name}
    from shed_plan p join demand_guard g on g.id = p.guard_id where p.id = ${planId}
    on conflict (plan_id) do update set guard_id = excluded.guard_id, automatic = excluded.automatic,
      stood = excluded.stood, by_id = excluded.by_id, by_name = excluded.by_name, armed_at = now(), need_since = null`.execute(
    db,
  );
}
