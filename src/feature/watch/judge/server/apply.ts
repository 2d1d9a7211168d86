import { sql } from 'kysely';
import { NORMAL } from '#domain/alarm/machine.ts';
import { clearedAtOf, type Occurrence, raisedAtOf } from '#domain/alarm/occurrence.ts';
import type { Change } from '#domain/alarm/revise.ts';
import { knownRaises, treatedWhole } from '#domain/alarm/told.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { type Act, writeActs } from '#feature/watch/alarm/server/public.ts';
import { skipRuns, type Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type AnyAssignment, isFigure, isMixed, keyOf, type Verdict } from './judgeMeters.ts';
import { carryTreatment } from './carry.ts';
import type { Assignment, KeptRecord } from './load.ts';
import type { SignalAssignment } from './signalLoad.ts';
import { ended, type Wanted, writeRecords } from './record.ts';
import { type ChangeOn, toTell, tellPeople } from './tell.ts';

/** What stands and was told to nobody, as it was put aside or follows from another alarm, is looked at again after. */
const ASIDE_MS = MINUTE_MS;

/** A record that changed, for screens. */
export interface News {
  readonly recordId: number;
  /** Null where it is about a signal point. */
  readonly meterId: number | null;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly level: string;
  readonly active: boolean;
}

const span = (one: Occurrence): string =>
  [raisedAtOf(one), clearedAtOf(one)]
    .map((at) => (at === null ? '…' : new Date(at).toISOString()))
    .join(' – ');

/** What a change makes of a record: a new one without an id. */
export function wantedOf(change: Change): Omit<Wanted, 'on' | 'told'> {
  if (change.kind === 'raise')
    return { recordId: null, occurrence: change.after, revision: null, revisionInfo: null };
  const { recordId } = change.before;
  if (change.kind === 'withdraw')
    return {
      recordId,
      occurrence: ended(change.before, 0),
      revision: 'withdrawn',
      revisionInfo: span(change.before),
    };
  const info = change.revised ? `${span(change.before)} → ${span(change.after)}` : null;
  return {
    recordId,
    occurrence: change.after,
    revision: change.revised ? 'revised' : null,
    revisionInfo: info,
  };
}

interface Written extends ChangeOn {
  readonly recordId: number;
  /** How many of its raises people knew of before. */
  readonly known: number;
  readonly wanted: Wanted;
}

/** What was recorded of a course before it was judged, and up to where (ms) it had been judged. */
interface CourseBefore {
  readonly records: readonly KeptRecord[];
  readonly judgedTo: number;
}

/** How many raises of what a change makes people know of already. */
export function knownBefore(change: Change, { records, judgedTo }: CourseBefore): number {
  if (change.kind === 'withdraw')
    return records.find(({ recordId }) => recordId === change.before.recordId)?.told ?? 0;
  return knownRaises(change.after, records, judgedTo);
}

/** How many of them are noted with the record: a piece that was cut off and is over is history, as if found late. */
export const toldWith = (change: Change, known: number): number =>
  change.kind === 'raise' && clearedAtOf(change.after) !== null ? 0 : known;

/** The record that somebody dealt with of which a new record is a piece. */
export const wholeOf = (change: Change, { records, judgedTo }: CourseBefore): number | undefined =>
  change.kind === 'raise' ? treatedWhole(change.after, records, judgedTo)?.recordId : undefined;

/** A change that was written to a record. */
interface Noted {
  readonly change: Change;
  readonly recordId: number;
  readonly consumerId: number;
  readonly revisionInfo: string | null;
}

/** What is noted of a change: raises of a record after its first one with their data time, its end, a revision. */
export function actsOf({ change, recordId, consumerId, revisionInfo }: Noted): Act[] {
  const act = (kind: string, rest: Partial<Act> = {}): Act => ({
    recordId,
    consumerId,
    kind,
    info: revisionInfo,
    ...rest,
  });
  if (change.kind === 'withdraw') return [act('withdrawn')];
  if (change.kind === 'update' && change.revised) return [act('revised')];
  const before = change.kind === 'update' ? change.before.episodes.length : 1;
  const again = change.after.episodes.slice(before).map(({ raisedAt }) => act('raise', { at: raisedAt }));
  const wasOver = change.kind === 'update' && clearedAtOf(change.before) !== null;
  return [
    ...again,
    ...(clearedAtOf(change.after) !== null && (again.length > 0 || !wasOver) ? [act('cleared')] : []),
  ];
}

/**
 * Writes what was judged: records, what was noted, what is set in motion or need not be any more, and where each rule
 * stands, all in the caller's transaction.
 * @param now ms
 */
export async function apply(
  trx: Db,
  ways: Ways,
  verdicts: readonly Verdict[],
  now: number,
): Promise<readonly News[]> {
  if (verdicts.length === 0) return [];
  const changed = verdicts.flatMap((verdict) =>
    verdict.changes.map((change) => ({
      on: verdict.on,
      change,
      known: knownBefore(change, verdict),
      whole: wholeOf(change, verdict),
    })),
  );
  const wanted = changed.map(({ on, change, known }): Wanted => ({ on, told: toldWith(change, known), ...wantedOf(change) })); // prettier-ignore
  const ids = await writeRecords(trx, wanted, now);
  const written = changed.map((one, i): Written => ({
    ...one,
    recordId: ids[i] as number,
    wanted: wanted[i] as Wanted,
  }));
  await writeActs(
    trx,
    written.flatMap(({ on, wanted: { revisionInfo }, ...one }) =>
      actsOf({ ...one, consumerId: on.consumerId, revisionInfo }),
    ),
  );
  await carryTreatment(trx, changed.map(({ whole }, i) => [whole, ids[i] as number])); // prettier-ignore
  await keepStates(trx, verdicts);
  const aside = await tellPeople(trx, ways, toTell(verdicts, written, now), now);
  await lookAgain(trx, aside.map(({ on }) => on), now); // prettier-ignore
  if (written.length === 0) return [];
  const gone = written.filter(({ change }) => change.kind === 'withdraw');
  const over = written.filter(({ change }) => change.kind === 'update' && clearedAtOf(change.after) !== null);
  await skipRuns(
    trx,
    gone.map(({ recordId }) => recordId),
    'withdrawn',
  );
  await skipRuns(
    trx,
    over.map(({ recordId }) => recordId),
    'cleared',
  );
  return written.map(({ on, recordId, wanted: { occurrence } }) => ({
    recordId,
    meterId: 'point' in on ? null : on.ammeterId,
    consumerId: on.consumerId,
    siteId: on.siteId,
    level: on.versions.at(-1)?.rule.level ?? '3',
    active: clearedAtOf(occurrence) === null,
  }));
}

/** Keeps the states that are not normal or that the clock changes; what was judged again and is as before stays. */
async function keepStates(trx: Db, verdicts: readonly Verdict[]): Promise<void> {
  const present = verdicts.flatMap(({ on, state, dueAt, settled }) =>
    // Signal points and compositions over several sources keep their own.
    settled || 'point' in on ? [] : [{ on, state, dueAt }],
  );
  const stay = present.filter(
    ({ on, state, dueAt }) => !isMixed(on) && (state.phase !== 'normal' || dueAt !== null),
  );
  const go = present.filter((one) => one.on.kept && !stay.includes(one));
  if (go.length > 0)
    await sql`delete from alarm_state s using unnest(${go.map(({ on }) => on.alarmId)}::integer[],
        ${go.map(({ on }) => on.ammeterId)}::integer[]) g (alarm_id, ammeter_id)
      where s.alarm_id = g.alarm_id and s.ammeter_id = g.ammeter_id`.execute(trx);
  if (stay.length > 0)
    await sql`
      insert into alarm_state (alarm_id, ammeter_id, state, due_at)
      select * from unnest(${stay.map(({ on }) => on.alarmId)}::integer[], ${stay.map(({ on }) => on.ammeterId)}::integer[],
        ${stay.map(({ state }) => JSON.stringify(state))}::jsonb[],
        ${stay.map(({ dueAt }) => (dueAt === null ? null : new Date(dueAt)))}::timestamptz[])
      on conflict (alarm_id, ammeter_id) do update set state = excluded.state, due_at = excluded.due_at`.execute(
      trx,
    );
}

/** Lets rules on meters be judged again though nothing comes; signal points and compositions over several sources see to it themselves. */
async function lookAgain(trx: Db, aside: readonly AnyAssignment[], now: number): Promise<void> {
  const all = aside.filter((on): on is Assignment => !('point' in on) && !isMixed(on));
  const at = new Date(now + ASIDE_MS);
  const pairs = (list: readonly Assignment[]) => sql`unnest(${list.map(({ alarmId }) => alarmId)}::integer[],
    ${list.map(({ ammeterId }) => ammeterId)}::integer[]) p (alarm_id, ammeter_id)`;
  const figures = all.filter(isFigure);
  if (figures.length > 0)
    await sql`update alarm_figure f set due_at = least(f.due_at, ${at}::timestamptz) from ${pairs(figures)}
      where f.alarm_id = p.alarm_id and f.ammeter_id = p.ammeter_id`.execute(trx);
  const values = all.filter((on) => !isFigure(on));
  if (values.length > 0)
    // Silence is normal after what was heard last, though its record stands.
    await sql`
      insert into alarm_state as s (alarm_id, ammeter_id, state, due_at)
      select p.alarm_id, p.ammeter_id, ${JSON.stringify(NORMAL)}::jsonb, ${at}::timestamptz from ${pairs(values)}
      on conflict (alarm_id, ammeter_id) do update set due_at = least(s.due_at, excluded.due_at)`.execute(
      trx,
    );
}

/** Ends the records whose rule, assignment or meter is no longer in use: nothing judges them any more. */
export async function retire(
  trx: Db,
  meterIds: readonly number[],
  assignments: readonly Assignment[],
  now: number,
): Promise<readonly News[]> {
  if (meterIds.length === 0) return [];
  const news = await retireRecords(trx, 'ammeter_id', meterIds, assignments, now);
  const on = assignments.filter((one) => one.on);
  await sql`delete from alarm_state s where ammeter_id = any (${meterIds}::integer[])
    and not exists (select from unnest(${on.map((one) => one.alarmId)}::integer[], ${on.map((one) => one.ammeterId)}::integer[])
      u (alarm_id, ammeter_id) where u.alarm_id = s.alarm_id and u.ammeter_id = s.ammeter_id)`.execute(trx);
  return news;
}

/** The same of signal points. */
export const retireSignals = (
  trx: Db,
  pointIds: readonly number[],
  assignments: readonly SignalAssignment[],
  now: number,
): Promise<readonly News[]> => retireRecords(trx, 'signal_point_id', pointIds, assignments, now);

async function retireRecords(
  trx: Db,
  column: 'ammeter_id' | 'signal_point_id',
  ids: readonly number[],
  assignments: readonly AnyAssignment[],
  now: number,
): Promise<readonly News[]> {
  const on = assignments.filter((one) => one.on).map(keyOf);
  const object = sql.ref(`r.${column}`);
  const key =
    column === 'ammeter_id'
      ? sql`r.alarm_id::text || ' ' || r.ammeter_id::text`
      : sql`r.alarm_id::text || ' s' || r.signal_point_id::text`;
  const { rows } = await sql<Omit<News, 'recordId' | 'active'> & { id: number }>`
    update alarm_record r set alarm_status = '0', _retired = true, cleared_at = greatest(${new Date(now)}::timestamptz, raised_at),
      _episodes = jsonb_set(_episodes, array[(jsonb_array_length(_episodes) - 1)::text, 'clearedAt'],
        to_jsonb(${now}::bigint))
    where ${object} = any (${ids}::integer[]) and cleared_at is null and alarm_id is not null and _episodes <> '[]'
      and not ${key} = any (${on}::text[])
    returning id, ammeter_id as "meterId", consumer_id as "consumerId", site_id as "siteId", alarm_level as level`.execute(
    trx,
  );
  await writeActs(
    trx,
    rows.map(({ id, consumerId }) => ({ recordId: id, consumerId, kind: 'retired', info: null })),
  );
  await skipRuns(
    trx,
    rows.map(({ id }) => id),
    'cleared',
  );
  return rows.map(({ id, ...rest }) => ({ ...rest, recordId: id, active: false }));
}
