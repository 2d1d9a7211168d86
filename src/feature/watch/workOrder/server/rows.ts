import { type RawBuilder, sql } from 'kysely';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import { NO_TERMS, type TableTerms } from '#server/resource/query.ts';
import type { OrderCount, OrderRow, OrderStatistics } from '../contract.ts';
import type { WorkDemand, WorkOrderState } from '#contract/workOrder.ts';

/** Which work orders; what is left out asks for all. The executor shows those of the caller's scope. */
export interface OrderQuery {
  readonly workOrderId?: number | undefined;
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly states?: readonly WorkOrderState[] | undefined;
  readonly demand?: WorkDemand | undefined;
  readonly urgency?: string | undefined;
  readonly assigneeId?: number | undefined;
  readonly monitorObjectId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly ammeterId?: number | undefined;
  readonly alarmRecordId?: number | undefined;
  readonly late?: boolean | undefined;
  readonly search?: string | undefined;
}

const LATE = sql<boolean>`coalesce(w.due_at < coalesce(w.done_at, case when w.order_state in ('new', 'assigned', 'working')
  then now() end), false)`;

/** The condition on `work_order w` that a query makes. */
function conditionOf(query: OrderQuery): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  const equal = (column: string, value: number | string | undefined): void => {
    if (value !== undefined) parts.push(sql`${sql.ref(`w.${column}`)} = ${value}`);
  };
  equal('id', query.workOrderId);
  equal('consumer_id', query.consumerId);
  equal('site_id', query.siteId);
  equal('demand', query.demand);
  equal('urgency', query.urgency);
  equal('assignee_id', query.assigneeId);
  equal('monitor_object_id', query.monitorObjectId);
  equal('device_id', query.deviceId);
  equal('ammeter_id', query.ammeterId);
  equal('alarm_record_id', query.alarmRecordId);
  if (query.states) parts.push(sql`w.order_state = any (${[...query.states]}::text[])`);
  if (query.late) parts.push(sql`${LATE} and w.order_state in ('new', 'assigned', 'working')`);
  if (query.search)
    parts.push(
      sql`strpos(lower(concat_ws(' ', w.id, w.order_name, w.order_name_en, w._initials, w.description)), lower(${query.search})) > 0`,
    );
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

interface OrderPage {
  readonly limit: number;
  readonly offset: number;
  readonly newest?: boolean;
  /** What a table asks for besides, on `w`; its order goes before ours. */
  readonly terms?: TableTerms;
}

/** A page of work orders: what is open first, the most urgent and the earliest due at the top, then the newest. */
export async function orderRows(
  trx: Db,
  query: OrderQuery,
  { limit, offset, newest = false, terms = NO_TERMS }: OrderPage,
): Promise<{ rows: OrderRow[]; total: number }> {
  const usual = newest
    ? sql`w.created_at desc, w.id desc`
    : sql`w.order_state in ('accepted', 'cancelled'), w.urgency, w.due_at nulls last, w.created_at desc, w.id desc`;
  const { rows } = await sql<OrderRow & { total: number }>`
    select w.id as "workOrderId", shown_name(w.order_name, w.order_name_en) as "orderName", w.consumer_id as "consumerId", w.site_id as "siteId",
      shown_name(s.org_name, s.org_name_en) as "siteName", coalesce(s.time_zone, ${homeZone}) as "timeZone", w.demand,
      w.urgency, w.order_state as "orderState", w.description, w.proc_info as "procInfo",
      w.alarm_record_id as "alarmRecordId", w.monitor_object_id as "monitorObjectId",
      shown_name(o.org_name, o.org_name_en) as "objectName", w.device_id as "deviceId",
      shown_name(d.device_name, d.device_name_en) as "deviceName", w.ammeter_id as "ammeterId",
      shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", w.assignee_id as "assigneeId",
      shown_name(e.name, e.name_en) as "assigneeName", ${ms('w.created_at')} as "createdAt", ${ms('w.due_at')} as "dueAt",
      ${ms('w.done_at')} as "doneAt", ${ms('w.changed_at')} as "changedAt", ${LATE} as late,
      count(*) over ()::integer as total
    from work_order w left join monitor_site s on s.id = w.site_id
      left join monitor_object o on o.id = w.monitor_object_id left join device d on d.id = w.device_id
      left join ammeter a on a.id = w.ammeter_id left join org_employee e on e.id = w.assignee_id
    where ${conditionOf(query)} and ${terms.where} order by ${terms.order ?? usual} limit ${limit} offset ${offset}`.execute(
    trx,
  );
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** How many there are, how many are open, how many of these are late. */
export async function orderCount(trx: Db, query: OrderQuery): Promise<OrderCount> {
  const { rows } = await sql<OrderCount>`
    select count(*)::integer as total,
      count(*) filter (where w.order_state not in ('accepted', 'cancelled'))::integer as open,
      count(*) filter (where ${LATE} and w.order_state in ('new', 'assigned', 'working'))::integer as late
    from work_order w where ${conditionOf(query)}`.execute(trx);
  return rows[0] ?? { total: 0, open: 0, late: 0 };
}

/** States and kinds of need of what fits; of what was done in a range, how well it was kept. @param days the range ends now */
export async function orderStatistics(trx: Db, query: OrderQuery, days: number): Promise<OrderStatistics> {
  const where = conditionOf(query);
  const done = sql`w.done_at > now() - ${days} * interval '1 day'`;
  const { rows: states } = await sql<{ state: WorkOrderState; n: number }>`
    select w.order_state as state, count(*)::integer as n from work_order w where ${where} group by 1`.execute(
    trx,
  );
  const { rows: demands } = await sql<OrderStatistics['demands'][number]>`
    select w.demand, count(*)::integer as count from work_order w where ${where} group by 1 order by 2 desc, 1`.execute(
    trx,
  );
  const { rows } = await sql<{ late: number; inTimeShare: number | null; toDoneMs: number | null }>`
    select count(*) filter (where ${LATE} and w.order_state in ('new', 'assigned', 'working'))::integer as late,
      (count(*) filter (where ${done} and w.due_at >= w.done_at))::float8
        / nullif(count(*) filter (where ${done} and w.due_at is not null), 0) as "inTimeShare",
      extract(epoch from percentile_cont(0.5) within group (order by w.done_at - w.created_at)
        filter (where ${done}))::float8 * 1000 as "toDoneMs"
    from work_order w where ${where}`.execute(trx);
  const of = new Map(states.map((row) => [row.state, row.n]));
  const n = (state: WorkOrderState): number => of.get(state) ?? 0;
  return {
    states: {
      new: n('new'),
      assigned: n('assigned'),
      working: n('working'),
      done: n('done'),
      accepted: n('accepted'),
      cancelled: n('cancelled'),
    },
    demands,
    ...(rows[0] ?? { late: 0, inTimeShare: null, toDoneMs: null }),
  };
}
