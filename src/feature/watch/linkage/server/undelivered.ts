import { sql } from 'kysely';
import { inBoth } from '#contract/inBoth.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';

interface Lost {
  readonly id: number;
  readonly recordId: number;
  readonly count: number;
  readonly error: Text | null;
}

/**
 * Follows the messages of alarms beyond the outbox: what it gave up did not reach anybody, and the run says so; what was sent again
 * by hand, and went out, did. Where nobody at all was reached of a raise, the next group is told at once.
 * @returns how many runs changed
 */
export function followLetters(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: lost } = await sql<Lost>`
      select r.id, r.alarm_record_id as "recordId", r.raise_count as count, o.error
      from outbox o join linkage_record r on r._outbox_id = o.id
      where o.state = 'failed' and o.purpose = 'alarm' and o.due_at > now() - interval '1 hour'
        and r.record_source = 'machine' and r.run_reason = 'filed' and r.run_state = 'done'
      order by r.id for update of r skip locked`.execute(trx);
    const { rows: sent } = await sql`
      update linkage_record r set run_state = 'done', run_reason = 'filed', detail = null from outbox o
      where o.id = r._outbox_id and r.run_reason = 'undelivered' and o.state = 'sent' returning r.id`.execute(
      trx,
    );
    if (lost.length === 0) return sent.length;
    await sql`update linkage_record r set run_state = 'failed', run_reason = 'undelivered', detail = v.detail
      from unnest(${lost.map(({ id }) => id)}::integer[], ${lost.map(({ error }) => (error ? inBoth(error) : null))}::text[]) v (id, detail)
      where r.id = v.id`.execute(trx);
    await callNext(trx, lost);
    return sent.length + lost.length;
  });
}

/** Groups that wait for somebody to confirm are told now, where no message of the raise is with anybody or on its way. */
async function callNext(trx: Db, lost: readonly Lost[]): Promise<void> {
  await sql`update linkage_record g set due_at = now()
    from unnest(${lost.map(({ recordId }) => recordId)}::integer[], ${lost.map(({ count }) => count)}::integer[]) v (record_id, count)
    where g.alarm_record_id = v.record_id and g.raise_count = v.count and g.record_source = 'machine' and g.linkage_type = '7'
      and g.run_state = 'waiting' and g.run_reason is null and g.due_at > now()
      and not exists (select from linkage_record m where m.alarm_record_id = g.alarm_record_id and m.raise_count = g.raise_count
        and m.record_source = 'machine' and m.linkage_type in ('1', '2') and m.run_state in ('done', 'waiting'))`.execute(
    trx,
  );
}
