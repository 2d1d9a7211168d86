import { sql } from 'kysely';
import type { EventLevel } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import type { Why } from '#domain/alarm/condition.ts';
import type { Episode } from '#domain/alarm/episode.ts';
import { type Cause, causeOf } from '#domain/alarm/flood.ts';
import { clearedAtOf, type Occurrence } from '#domain/alarm/occurrence.ts';
import type { Change } from '#domain/alarm/revise.ts';
import { groupedBy } from '#domain/group.ts';
import { type Act, writeActs } from '#feature/watch/alarm/server/public.ts';
import { planRuns, type Raised, type Ways } from '#feature/watch/linkage/server/public.ts';
import { type NotedCause, noteCauses, silenceCauses } from '#feature/watch/plant/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type AnyAssignment, keyOf, type Verdict, versionOf } from './judgeMeters.ts';
import type { Assignment } from './load.ts';
import { whysOf } from './why.ts';
import { recordName, sentenceOf } from './words.ts';

/** Nobody is woken for what was over longer ago than this, nor while what is known of a meter is older. */
export const STALE_MS = 15 * 60_000;

/** A record of which people were not told every raise. */
export interface ToTell {
  readonly on: AnyAssignment;
  readonly recordId: number;
  readonly occurrence: Occurrence;
  /** It was raised by what was judged now; else something kept people from being told before. */
  readonly fresh: boolean;
}

/** A change with the rule on the meter that it is about. */
export interface ChangeOn {
  readonly on: AnyAssignment;
  readonly change: Change;
}

/** One that was written to a record. */
type WrittenChange = ChangeOn & { readonly recordId: number };

/**
 * What people are to be told: raises of the present, and those that stand and were not told because their data were old, a
 * person had put them aside, or another alarm was their cause.
 */
export function toTell(
  verdicts: readonly Verdict[],
  written: readonly WrittenChange[],
  now: number,
): ToTell[] {
  const byRule = groupedBy(written, ({ on }) => on);
  return verdicts.flatMap(({ on, records, knownTo }): ToTell[] => {
    const changes = byRule.get(on) ?? [];
    const known = new Map(records.map((one) => [one.recordId, one]));
    const untold = (recordId: number, occurrence: Occurrence): boolean => {
      const clearedAt = clearedAtOf(occurrence);
      return (
        occurrence.episodes.length > (known.get(recordId)?.told ?? 0) &&
        (clearedAt === null ? knownTo >= now - STALE_MS : clearedAt >= now - STALE_MS)
      );
    };
    const fresh = changes.flatMap(({ change, recordId }) =>
      change.kind !== 'withdraw' && untold(recordId, change.after)
        ? [{ on, recordId, occurrence: change.after, fresh: true }]
        : [],
    );
    const touched = new Set(changes.map(({ recordId }) => recordId));
    const standing = records.flatMap((one) =>
      !touched.has(one.recordId) && !one.withdrawn && clearedAtOf(one) === null && untold(one.recordId, one)
        ? [{ on, recordId: one.recordId, occurrence: one, fresh: false }]
        : [],
    );
    return [...fresh, ...standing];
  });
}

/** Sets in motion what raises ask for; not while a person has put the alarm aside, nor while its cause stands. */
export async function tellPeople(trx: Db, ways: Ways, all: readonly ToTell[], now: number): Promise<void> {
  if (all.length === 0) return;
  const shelved = await shelvedAmong(trx, all);
  const above = await causesOf(trx, all.filter(isOfMeter));
  const silent = all.filter(({ on, recordId }) => isSilence(on) && !above.has(recordId));
  const gateways = await silenceCauses(trx, silent.map(({ recordId }) => recordId), now); // prettier-ignore
  await noteCauses(trx, new Map<number, NotedCause>([...above, ...gateways]));
  const causes = new Map<number, Text>([
    ...[...above].map(([id, { name }]) => [id, name] as const),
    ...[...gateways].map(([id, { name }]) => [id, name] as const),
  ]);
  const acts: Act[] = [];
  const told: ToTell[] = [];
  for (const one of all) {
    const { on, recordId, fresh } = one;
    const cause = causes.get(recordId);
    if (!shelved.has(keyOf(on)) && cause === undefined) told.push(one);
    else if (fresh) {
      const kind = cause === undefined ? 'shelved' : 'suppressed';
      acts.push({ recordId, consumerId: on.consumerId, kind, info: cause ?? null });
    }
  }
  await writeActs(trx, acts);
  const whys = await whysOf(
    trx,
    told.map((one) => ({
      versions: one.on.versions,
      ammeterId: 'point' in one.on ? null : one.on.ammeterId,
      at: lastOf(one).raisedAt,
    })),
  );
  const raised = told.map((one, i) => raisedOf(one, whys[i] ?? null));
  await planRuns(trx, ways, raised, now);
  await sql`update alarm_record r set _told = t.n, _cause_id = null, _cause_gateway_id = null, _cause_over_at = null
    from unnest(${told.map((one) => one.recordId)}::integer[], ${told.map((one) => one.occurrence.episodes.length)}::integer[]) t (id, n)
    where r.id = t.id`.execute(trx);
}

const lastOf = ({ occurrence: { episodes } }: Pick<ToTell, 'occurrence'>): Episode =>
  episodes.at(-1) ?? episodes[0];

function raisedOf({ on, occurrence, recordId }: ToTell, why: Why | null): Raised {
  const last = lastOf({ occurrence });
  return {
    recordId,
    count: occurrence.episodes.length,
    consumerId: on.consumerId,
    siteId: on.siteId,
    level: versionOf(on, last.raisedAt).rule.level as EventLevel,
    eventType: '1',
    eventId: on.alarmId,
    name: recordName(on).zh,
    text: sentenceOf(on, last.raisedAt, last.peak, why),
    raisedAt: last.raisedAt,
  };
}

type OfMeter = ToTell & { readonly on: Assignment };
const isOfMeter = (one: ToTell): one is OfMeter => !('point' in one.on);
const isSilence = (on: AnyAssignment): boolean => on.versions.at(-1)?.rule.method === 'silent';

/** The rules on objects that persons have put aside for a while. */
async function shelvedAmong(trx: Db, all: readonly ToTell[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select _key as key from alarm_shelf where until_at > now() and _key = any (${all.map(({ on }) => keyOf(on))}::text[])`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * The alarms that others follow from, by the record that follows: of a meter above it in the tree, about the same quantity
 * (where several values are judged: by the same rule), raised at most a minute later.
 */
async function causesOf(
  trx: Db,
  all: readonly OfMeter[],
): Promise<ReadonlyMap<number, { readonly recordId: number; readonly name: Text }>> {
  const { rows } = await sql<{
    meterId: number;
    above: number;
    recordId: number;
    name: Text;
    code: string | null;
    method: string;
    alarmId: number;
    raisedAt: Date;
    depth: number;
  }>`
    with recursive tree as (
      select id as meter, parent_id as above, 1 as depth from ammeter where id = any (${all.map(({ on }) => on.ammeterId)}::integer[])
      union all
      select t.meter, a.parent_id, t.depth + 1 from tree t join ammeter a on a.id = t.above where t.depth < 30)
    select t.meter as "meterId", t.above, t.depth, r.id as "recordId", json_build_object('zh', r.record_name, 'en', coalesce(nullif(r.record_name_en, ''), r.record_name)) as name,
      r.raised_at as "raisedAt",
      a.trigger_field_name as code, a.trigger_method as method, a.id as "alarmId"
    from tree t join alarm_record r on r.ammeter_id = t.above and r.cleared_at is null join alarm a on a.id = r.alarm_id
    order by t.depth`.execute(trx);
  const found = new Map<number, { recordId: number; name: Text }>();
  for (const { on, recordId, occurrence } of all) {
    const { rule } = versionOf(on, Date.now());
    const own = rows.filter(
      (row) =>
        row.meterId === on.ammeterId &&
        (rule.computed
          ? row.alarmId === on.alarmId
          : row.code === rule.code && row.method !== 'expression' && row.method !== 'compose') &&
        (row.method === 'silent') === (rule.method === 'silent'),
    );
    const active = own.map((row): Cause => ({ recordId: row.recordId, objectId: String(row.above), raisedAt: row.raisedAt.getTime() })); // prettier-ignore
    const last = lastOf({ occurrence });
    const cause = causeOf({ objectId: String(on.ammeterId), raisedAt: last.raisedAt }, active, () => [
      ...new Set(own.map((row) => String(row.above))),
    ]);
    const row = own.find((one) => one.recordId === cause?.recordId);
    if (row) found.set(recordId, { recordId: row.recordId, name: row.name });
  }
  return found;
}
