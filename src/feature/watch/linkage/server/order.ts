import { sql } from 'kysely';
import { FLOOD_WINDOW_MS } from '#domain/alarm/flood.ts';
import { noteInOrder, openWorkOrder } from '#feature/watch/workOrder/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Run, RunEnd } from './run.ts';

/**
 * The work order in which an alarm is noted instead of opening another: the one that its linkage opened for the same alarm
 * and nobody has done yet, or in a flood the newest that it opened at the site within the flood (decision 150).
 */
async function standingOrder(trx: Db, run: Run, flood: boolean, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select w.id from linkage_record r join work_order w on w.id = r.detail::integer
    where r.linkage_id = ${run.linkageId} and r.linkage_type = '5' and r._source = 'config' and r.run_reason = 'ordered'
      and r.consumer_id = ${run.consumerId} and r.site_id is not distinct from ${run.siteId}
      and w.order_state in ('new', 'assigned', 'working')
      and (r.alarm_record_id = ${run.recordId} or (${flood} and r.ended_at > ${new Date(now - FLOOD_WINDOW_MS)}))
    order by r.alarm_record_id = ${run.recordId} desc, w.id desc limit 1`.execute(trx);
  return rows[0]?.id;
}

/** Opens a work order for an alarm, or notes it in the one that stands for it. @param flood more is raised at the site than one can deal with @param now ms */
export async function orderFor(trx: Db, run: Run, flood: boolean, now: number): Promise<RunEnd> {
  const note = run.content.text.zh;
  const standing = await standingOrder(trx, run, flood, now);
  if (standing === undefined) {
    const id = await openWorkOrder(trx, { ...run, note });
    return { state: 'done', reason: 'ordered', detail: String(id) };
  }
  await noteInOrder(trx, standing, `${run.alarmName}：${note}`.slice(0, 500));
  return { state: 'done', reason: 'noted', detail: String(standing) };
}
