import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { PlanCurveRow, ReplyWire } from '../contract.ts';

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const signed = (name: string) =>
  sql`shown_name(${sql.ref(`p.${name}`)}, account_name_en(${sql.ref(`p.${name}_id`)}, ${sql.ref(`p.${name}`)}))`;

const COLUMNS = sql`p.id, p.plan_id as "planId", p.station_id as "stationId",
  shown_name(t.station_name, t.station_name_en) as "stationName", p.consumer_id as "consumerId", p.plan_date::text as "planDate",
  p.version, p.plan_state as "planState", p.plan_source as "planSource", p.soc_start::float8 as "socStart",
  p.charged_kwh::float8 as "chargedKwh", p.discharged_kwh::float8 as "dischargedKwh",
  shown_name(s.strategy_name, s.strategy_name_en) as "strategyName", p.strategy_version as "strategyVersion",
  ${signed('made_by')} as "madeBy", ${signed('approved_by')} as "approvedBy", ${signed('issued_by')} as "issuedBy",
  ${signed('witnessed_by')} as "witnessedBy", ${iso('p.made_at')} as "madeAt", ${iso('p.submitted_at')} as "submittedAt",
  ${iso('p.approved_at')} as "approvedAt", ${iso('p.issued_at')} as "issuedAt", ${iso('p.accepted_at')} as "acceptedAt",
  ${iso('p.revoked_at')} as "revokedAt", p.attempts, p.sha256, p.request_id as "requestId", p.note, p._edition as edition,
  p.curve->'points' as points`;

const FROM = sql`plan_curve p join storage_station t on t.id = p.station_id
  left join storage_strategy s on s.id = p.strategy_id`;

/** Which plans. */
export interface PlanFilter {
  readonly ids?: readonly number[] | undefined;
  readonly consumerId?: number | undefined;
  readonly stationId?: number | undefined;
  /** Days, both included, `YYYY-MM-DD`. */
  readonly fromDt?: string | undefined;
  readonly toDt?: string | undefined;
  readonly states?: readonly string[] | undefined;
  /** The last version of each day alone. */
  readonly lastOnly?: boolean | undefined;
}

function conditionOf({ ids, consumerId, stationId, fromDt, toDt, states, lastOnly }: PlanFilter) {
  return sql`(${ids ?? null}::integer[] is null or p.id = any (${ids ?? null}::integer[]))
    and (${consumerId ?? null}::integer is null or p.consumer_id = ${consumerId ?? null})
    and (${stationId ?? null}::integer is null or p.station_id = ${stationId ?? null})
    and (${fromDt ?? null}::date is null or p.plan_date >= ${fromDt ?? null}::date)
    and (${toDt ?? null}::date is null or p.plan_date <= ${toDt ?? null}::date)
    and (${states ?? null}::text[] is null or p.plan_state = any (${states ?? null}::text[]))
    and (${lastOnly !== true} or not exists (select from plan_curve n where n.station_id = p.station_id
      and n.plan_date = p.plan_date and n.version > p.version))`;
}

/** Plans, the latest day and version first. */
export async function planRows(
  db: Db,
  filter: PlanFilter,
  { limit = 1000, offset = 0 } = {},
): Promise<PlanCurveRow[]> {
  const { rows } = await sql<PlanCurveRow>`select ${COLUMNS} from ${FROM} where ${conditionOf(filter)}
    order by p.plan_date desc, p.station_id, p.version desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many plans there are of each state. */
export async function planCounts(db: Db, filter: PlanFilter): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{
    state: string;
    n: number;
  }>`select p.plan_state as state, count(*)::integer as n
    from plan_curve p where ${conditionOf(filter)} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** What became of the attempts to issue some plans, the last first. */
export async function repliesOf(db: Db, planIds: readonly number[]): Promise<ReplyWire[]> {
  const { rows } = await sql<ReplyWire>`
    select r.id, r.version, r.attempt, r.reply_kind as "replyKind", ${iso('r.started_at')} as "startedAt",
      ${iso('r.sent_at')} as "sentAt", ${iso('r.ended_at')} as "endedAt", r.sent_hash as "sentHash", r.answer
    from plan_reply r where r.plan_curve_id = any (${planIds}::integer[]) order by r.id desc limit 60`.execute(
    db,
  );
  return rows;
}
