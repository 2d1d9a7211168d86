import { sql } from 'kysely';
import type { EventLevel } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import type { Why } from '#domain/alarm/condition.ts';
import { clearedAtOf, lastOf, type Occurrence } from '#domain/alarm/occurrence.ts';
import type { Change } from '#domain/alarm/revise.ts';
import { groupedBy } from '#domain/group.ts';
import { type Act, writeActs } from '#feature/watch/alarm/server/public.ts';
import { planRuns, type Raised, type Ways } from '#feature/watch/linkage/server/public.ts';
import { type NotedCause, noteCauses, silenceCauses } from '#feature/watch/plant/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { STALE_MS } from './fresh.ts';
import { type AnyAssignment, keyOf, type Verdict, versionOf } from './judgeMeters.ts';
import type { Assignment } from './load.ts';
import { meterCauses } from './meterCause.ts';
import { raiseNumbers } from './raiseNumber.ts';
import { whysOf } from './why.ts';
import { recordName, sentenceOf } from './words.ts';

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
type WrittenChange = ChangeOn & {
  readonly recordId: number;
  /** How many of its raises people knew of before. */
  readonly known: number;
};

/** Whether a change raises what nobody can have dealt with yet: a record that nobody did, or one once more. */
export const raisesAnew = (change: Exclude<Change, { kind: 'withdraw' }>, treated: boolean): boolean =>
  !treated || (change.kind === 'update' && change.after.episodes.length > change.before.episodes.length);

/**
 * What people are to be told: raises of the present, and those that stand and were not told because their data were old, a
 * person had put them aside, or another alarm was their cause. Not what somebody dealt with meanwhile.
 */
export function toTell(
  verdicts: readonly Verdict[],
  written: readonly WrittenChange[],
  now: number,
): ToTell[] {
  const byRule = groupedBy(written, ({ on }) => on);
  return verdicts.flatMap(({ on, records, freshTo }): ToTell[] => {
    const changes = byRule.get(on) ?? [];
    const treatedIds = new Set(records.flatMap((one) => (one.treatedAt === null ? [] : [one.recordId])));
    const untold = (told: number, occurrence: Occurrence): boolean => {
      const clearedAt = clearedAtOf(occurrence);
      return (
        occurrence.episodes.length > told &&
        (clearedAt === null ? freshTo >= now : clearedAt >= now - STALE_MS)
      );
    };
    const fresh = changes.flatMap(({ change, recordId, known }) =>
      change.kind !== 'withdraw' &&
      untold(known, change.after) &&
      raisesAnew(change, treatedIds.has(recordId))
        ? [{ on, recordId, occurrence: change.after, fresh: true }]
        : [],
    );
    const touched = new Set(changes.map(({ recordId }) => recordId));
    const standing = records.flatMap((one) =>
      !touched.has(one.recordId) &&
      !one.withdrawn &&
      clearedAtOf(one) === null &&
      one.treatedAt === null &&
      untold(one.told, one)
        ? [{ on, recordId: one.recordId, occurrence: one, fresh: false }]
        : [],
    );
    return [...fresh, ...standing];
  });
}

/**
 * Sets in motion what raises ask for; not while a person has put the alarm aside, nor while its cause stands.
 * @returns what was put aside or follows from another meter: that this is over is noted by nobody
 */
export async function tellPeople(
  trx: Db,
  ways: Ways,
  all: readonly ToTell[],
  now: number,
): Promise<readonly ToTell[]> {
  if (all.length === 0) return [];
  const shelved = await shelvedAmong(trx, all);
  const telling = new Set(all.map(({ recordId }) => recordId));
  const above = await meterCauses(trx, all.filter(isOfMeter), telling);
  const silent = all.filter(({ on, recordId }) => isSilence(on) && !above.has(recordId));
  const gateways = await silenceCauses(trx, silent.map(({ recordId }) => recordId), now); // prettier-ignore
  await noteCauses(trx, new Map<number, NotedCause>([...above, ...gateways]));
  const causes = new Map<number, Text>([
    ...[...above].map(([id, { name }]) => [id, name] as const),
    ...[...gateways].map(([id, { name }]) => [id, name] as const),
  ]);
  const acts: Act[] = [];
  const told: ToTell[] = [];
  const aside: ToTell[] = [];
  for (const one of all) {
    const { on, recordId, fresh } = one;
    const cause = causes.get(recordId);
    if (!shelved.has(keyOf(on)) && cause === undefined) {
      told.push(one);
      continue;
    }
    // Whether a gateway speaks again is asked of what is noted of the record.
    if (!gateways.has(recordId)) aside.push(one);
    if (!fresh) continue;
    const kind = cause === undefined ? 'shelved' : 'suppressed';
    acts.push({ recordId, consumerId: on.consumerId, kind, info: cause ?? null });
  }
  await writeActs(trx, acts);
  const whys = await whysOf(
    trx,
    told.map((one) => ({
      versions: one.on.versions,
      ammeterId: 'point' in one.on ? null : one.on.ammeterId,
      at: lastOf(one.occurrence).raisedAt,
    })),
  );
  const numbers = await raiseNumbers(trx, told);
  const raised = told.map((one, i) => ({
    ...raisedOf(one, whys[i] ?? null),
    count: numbers.get(one.recordId) ?? one.occurrence.episodes.length,
  }));
  await planRuns(trx, ways, raised, now);
  await sql`update alarm_record r set _told = t.n, _cause_id = null, _cause_gateway_id = null, _cause_over_at = null
    from unnest(${told.map((one) => one.recordId)}::integer[], ${told.map((one) => one.occurrence.episodes.length)}::integer[]) t (id, n)
    where r.id = t.id`.execute(trx);
  return aside;
}

function raisedOf({ on, occurrence, recordId }: ToTell, why: Why | null): Omit<Raised, 'count'> {
  const last = lastOf(occurrence);
  return {
    recordId,
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
