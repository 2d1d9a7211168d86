import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Episode } from '#domain/alarm/episode.ts';
import { type Cause, causeOf } from '#domain/alarm/flood.ts';
import { lastOf, type Occurrence } from '#domain/alarm/occurrence.ts';
import { brokenLimit } from '#domain/alarm/verdict.ts';
import type { Db } from '#server/database/db.ts';
import { versionOf } from './judgeMeters.ts';
import type { Assignment } from './load.ts';

/** A record of a rule on a meter that people are to be told of. */
interface OnMeter {
  readonly on: Assignment;
  readonly recordId: number;
  readonly occurrence: Occurrence;
}

/** The alarm of a meter above another, as long as it stands and nobody has put it aside. */
interface Above {
  readonly meterId: number;
  readonly above: number;
  readonly recordId: number;
  readonly name: Text;
  readonly alarmId: number;
  readonly method: string;
  readonly code: string | null;
  readonly level: string;
  /** ms: when it was raised last. */
  readonly raisedAt: number;
  /** 1 = its value is above the limit, -1 = below it; null = it has none. */
  readonly side: number | null;
  /** People were told of it, or it follows from another that stands. */
  readonly told: boolean;
}

async function alarmsAbove(trx: Db, meterIds: readonly number[]): Promise<readonly Above[]> {
  const { rows } = await sql<Above>`
    with recursive tree as (
      select id as meter, parent_id as above, 1 as depth from ammeter where id = any (${meterIds}::integer[])
      union all
      select t.meter, a.parent_id, t.depth + 1 from tree t join ammeter a on a.id = t.above where t.depth < 30)
    select t.meter as "meterId", t.above, r.id as "recordId", json_build_object('zh', r.record_name, 'en', coalesce(nullif(r.record_name_en, ''), r.record_name)) as name,
      a.id as "alarmId", a.trigger_method as method, a.trigger_field_name as code, r.alarm_level as level,
      coalesce((r._episodes -> -1 ->> 'raisedAt')::float8, extract(epoch from r.raised_at)::float8 * 1000) as "raisedAt",
      sign((r._episodes -> -1 -> 'peak' ->> 'value')::float8 - r.limit_value::float8) as side,
      r._told >= r.raise_count or r._cause_gateway_id is not null
        or exists (select from alarm_record c where c.id = r._cause_id and c.cleared_at is null) as told
    from tree t join alarm_record r on r.ammeter_id = t.above and r.cleared_at is null join alarm a on a.id = r.alarm_id
    where not exists (select from alarm_shelf h
      where h.alarm_id = r.alarm_id and h.ammeter_id = r.ammeter_id and h.until_at > now())
    order by t.depth`.execute(trx);
  return rows;
}

/** On which side of a limit a raise lies, as `Above` says it. */
function sideOf({ peak: { value } }: Episode, limits: Parameters<typeof brokenLimit>[1]): number | null {
  const limit = brokenLimit(value, limits);
  return value === null || limit === null ? null : Math.sign(value - limit);
}

/**
 * Whether an alarm above is one from which a raise may follow: no lesser one, about the same quantity on the same side of
 * its limit (where several values are judged: of the same rule).
 */
function explains(one: Above, on: Assignment, raise: Episode): boolean {
  const { rule } = versionOf(on, raise.raisedAt);
  if (one.level > rule.level || (one.method === 'silent') !== (rule.method === 'silent')) return false;
  if (rule.computed) return one.alarmId === on.alarmId;
  return (
    one.code === rule.code &&
    one.method !== 'expression' &&
    one.method !== 'compose' &&
    one.side === sideOf(raise, rule.limits)
  );
}

/**
 * The alarms that others follow from, by the record that follows: of a meter above it in the tree, raised within a minute.
 * What nobody is told of keeps nobody from being told: an alarm that is put aside or of old data is no cause.
 * @param telling the records that people are told of now, unless they are put aside or follow from others
 */
export async function meterCauses(
  trx: Db,
  all: readonly OnMeter[],
  telling: ReadonlySet<number>,
): Promise<ReadonlyMap<number, { readonly recordId: number; readonly name: Text }>> {
  const rows = await alarmsAbove(trx, all.map(({ on }) => on.ammeterId)); // prettier-ignore
  const found = new Map<number, { recordId: number; name: Text }>();
  for (const { on, recordId, occurrence } of all) {
    const raise = lastOf(occurrence);
    const own = rows.filter(
      (row) =>
        row.meterId === on.ammeterId && (row.told || telling.has(row.recordId)) && explains(row, on, raise),
    );
    const active = own.map((row): Cause => ({ ...row, objectId: String(row.above) }));
    const cause = causeOf({ objectId: String(on.ammeterId), raisedAt: raise.raisedAt }, active, () => [
      ...new Set(own.map((row) => String(row.above))),
    ]);
    const row = own.find((one) => one.recordId === cause?.recordId);
    if (row) found.set(recordId, { recordId: row.recordId, name: row.name });
  }
  return found;
}
