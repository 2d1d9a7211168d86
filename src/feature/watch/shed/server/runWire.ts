import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { ShedRunWire, ShedStepWire } from '../contract.ts';

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** Which runs are asked for. */
export interface RunQuery {
  readonly consumerId?: number | undefined;
  readonly planId?: number | undefined;
  readonly runId?: number | undefined;
  /** Only those that wait for approval. */
  readonly proposed?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Runs, the newest first, with what they promised and what meters verified. The executor shows those that may be seen. */
export async function runWires(
  db: Db,
  query: RunQuery,
): Promise<{ readonly list: ShedRunWire[]; readonly total: number }> {
  const { consumerId = null, planId = null, runId = null } = query;
  const { rows } = await sql<ShedRunWire & { total: number }>`
    select u.id as "runId", u.plan_id as "planId", shown_name(p.plan_name, p.plan_name_en) as "planName",
      coalesce((select min(s.time_zone) from monitor_site s where s.consumer_id = u.consumer_id), ${homeZone}) as "timeZone",
      u.state, u.automatic, ${ms('u.window_from')} as "windowFrom", u.limit_power::float8 as limit,
      u.projected::float8 as projected, u.needed::float8 as needed, ${ms('u.begun_at')} as "begunAt",
      ${signer('u.approved_by_name', 'u.approved_by_id')} as "approvedByName", ${ms('u.approved_at')} as "approvedAt", u.waits,
      ${ms('u.ended_at')} as "endedAt", u.reason, coalesce(d.commanded, 0) as commanded, coalesce(d.proven, 0) as proven,
      coalesce(d.promised, 0)::float8 as promised, d.verified::float8 as verified, coalesce(d.measured, 0) as measured,
      count(*) over ()::integer as total
    from shed_run u join shed_plan p on p.id = u.plan_id
    left join lateral (select count(*)::integer as commanded,
        (count(*) filter (where k.state = 'verified'))::integer as proven,
        sum(t.power) filter (where k.state = 'verified') as promised,
        sum(k.kw_before - k.kw_after) filter (where k.state = 'verified') as verified,
        (count(*) filter (where k.state = 'verified' and k.kw_after is not null))::integer as measured
      from shed_step t join control_command k on k.id = t.command_id
      where t.run_id = u.id and t.kind = 'off') d on true
    where (${consumerId}::integer is null or u.consumer_id = ${consumerId})
      and (${planId}::integer is null or u.plan_id = ${planId})
      and (${runId}::integer is null or u.id = ${runId})
      and (${query.proposed !== true} or u.state = 'proposed')
    order by u.id desc limit ${query.limit} offset ${query.offset}`.execute(db);
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** The steps of a run, in order. */
export async function stepWires(db: Db, runId: number): Promise<ShedStepWire[]> {
  const { rows } = await sql<ShedStepWire>`
    select ${ms('t.at')} as at, t.kind, r.control_code as "controlCode",
      shown_name(r.control_name, r.control_name_en) as "controlName", t.command_id as "commandId",
      t.power::float8 as power, ${signer('t.by_name', 't.by_id')} as "byName", t.info ->> 'reason' as reason
    from shed_step t left join i_remote_control r on r.id = t.control_id
    where t.run_id = ${runId} order by t.id`.execute(db);
  return rows;
}
