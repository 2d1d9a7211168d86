import { sql } from 'kysely';
import type { Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { noteCauses, silenceCauses } from './cause.ts';
import { tellUntold } from './tell.ts';

/** A gateway whose own silence was found after that of its meters becomes the cause of their records. */
async function joinCauses(trx: Db): Promise<void> {
  await sql`update alarm_record r set _cause_id = g.id from alarm_record g
    where r.cleared_at is null and r._cause_id is null and r._cause_gateway_id is not null
      and r._told < r.raise_count and g.cleared_at is null
      and g._watch_kind in ('gatewaySilent', 'gatewayClock') and g._watch_object = r._cause_gateway_id`.execute(
    trx,
  );
}

/** Records of rules whose gateway was their cause: where it is so no more their meter is judged again, which tells people. */
async function judgeAgain(trx: Db, now: number): Promise<void> {
  const { rows } = await sql<{ id: number; meterId: number }>`
    select r.id, r.ammeter_id as "meterId" from alarm_record r
    where r.cleared_at is null and r._told < r.raise_count and r._cause_gateway_id is not null and r._watch_kind is null
      and not exists (select from alarm_shelf h where h.alarm_id = r.alarm_id and h.ammeter_id = r.ammeter_id
        and h.until_at > ${new Date(now)})`.execute(trx);
  const causes = await silenceCauses(trx, rows.map(({ id }) => id), now); // prettier-ignore
  await noteCauses(trx, causes);
  const over = rows.filter(({ id }) => !causes.has(id)).map(({ meterId }) => meterId);
  if (over.length > 0)
    await sql`insert into alarm_dirty (ammeter_id) select unnest(${over}::integer[])`.execute(trx);
}

/**
 * Looks again at what stands and was told to nobody: a shelf ended, or a gateway speaks again and a meter behind it does not.
 * @param now ms
 */
export async function review(trx: Db, ways: Ways, now: number): Promise<void> {
  await joinCauses(trx);
  await tellUntold(trx, ways, now);
  await judgeAgain(trx, now);
}
