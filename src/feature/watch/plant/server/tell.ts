import { sql } from 'kysely';
import type { EventLevel } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import type { PlantKind } from '#feature/house/notice/server/public.ts';
import { type Act, writeActs } from '#feature/watch/alarm/server/public.ts';
import { planRuns, type Raised, type Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { noteCauses, silenceCauses } from './cause.ts';

/** So many are looked at again at once. */
const MOST = 5000;

interface Untold extends Omit<Raised, 'eventType' | 'eventId' | 'raisedAt'> {
  readonly kind: PlantKind;
  readonly raisedAt: Date;
  readonly shelved: boolean;
}

async function untoldOf(trx: Db, now: number, ids: readonly number[] | null): Promise<readonly Untold[]> {
  const { rows } = await sql<Untold>`
    select r.id as "recordId", r.raise_count as count, r.consumer_id as "consumerId", r.site_id as "siteId",
      r.alarm_level as level, r.record_name as name, r._watch_kind as kind,
      coalesce(n.text, json_build_object('zh', r.record_name, 'en', coalesce(r.record_name_en, r.record_name))::jsonb) as text,
      coalesce((select max(t.at) from alarm_act t where t.record_id = r.id and t.kind = 'raise'), r.raised_at) as "raisedAt",
      exists (select from alarm_shelf h where h.watch_kind = r._watch_kind and h.object_id = r._watch_object
        and h.until_at > ${new Date(now)}) as shelved
    from alarm_record r left join notice n on n.record_id = r.id and n.ended_at is null
    where r.cleared_at is null and r._told < r.raise_count and r._watch_kind is not null and r.process = '0'
      and (${ids}::integer[] is null or r.id = any (${ids}::integer[]))
    order by r.id limit ${MOST}`.execute(trx);
  return rows;
}

const raisedOf = ({ kind: _kind, shelved: _shelved, raisedAt, ...rest }: Untold): Raised => ({
  ...rest,
  level: rest.level as EventLevel,
  eventType: '4',
  eventId: 0,
  raisedAt: raisedAt.getTime(),
});

/**
 * Tells people of what the platform watches as of other alarms: not while a person has put it aside, nor while the silence
 * of a meter follows from its gateway.
 * @param now ms
 * @param ids records that were raised just now, of which it is noted why nobody is told; without them all that stand untold
 */
export async function tellUntold(trx: Db, ways: Ways, now: number, ids?: readonly number[]): Promise<void> {
  const all = await untoldOf(trx, now, ids ?? null);
  if (all.length === 0) return;
  const meters = all.filter(({ kind }) => kind === 'meterSilent').map(({ recordId }) => recordId);
  const causes = await silenceCauses(trx, meters, now);
  await noteCauses(trx, causes);
  const told = all.filter(({ recordId, shelved }) => !shelved && !causes.has(recordId));
  if (ids)
    await writeActs(
      trx,
      all.flatMap(({ recordId, consumerId, shelved }): Act[] => {
        const cause: Text | undefined = causes.get(recordId)?.name;
        if (!shelved && !cause) return [];
        return [{ recordId, consumerId, kind: cause ? 'suppressed' : 'shelved', info: cause ?? null }];
      }),
    );
  if (told.length === 0) return;
  await planRuns(trx, ways, told.map(raisedOf), now);
  const done = told.map(({ recordId }) => recordId);
  await sql`update alarm_record set _told = raise_count, _cause_id = null, _cause_gateway_id = null, _cause_over_at = null
    where id = any (${done}::integer[])`.execute(trx);
  // It follows from nothing any more.
  await sql`update notice set level = 2 where record_id = any (${done}::integer[]) and kind = 'meterSilent' and level < 2`.execute(
    trx,
  );
}
