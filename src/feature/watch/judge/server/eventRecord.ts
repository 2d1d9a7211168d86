import { sql } from 'kysely';
import type { EventLevel } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import { clearedAtOf, lastOf, type Occurrence, raisedAtOf } from '#domain/alarm/occurrence.ts';
import type { Change } from '#domain/alarm/revise.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { writeActs } from '#feature/watch/alarm/server/public.ts';
import { planRuns, type Raised, skipRuns, type Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { actsOf, knownBefore, type News, toldWith, wantedOf, wholeOf } from './apply.ts';
import { carryTreatment } from './carry.ts';
import { STALE_MS } from './fresh.ts';
import type { KeptRecord } from './load.ts';
import { raiseNumbers } from './raiseNumber.ts';
import { raisesAnew } from './tell.ts';

/** An event on a device of a gateway. */
export interface EventKey {
  readonly eventId: number;
  readonly gatewayId: number;
  /** As the gateway names it. */
  readonly device: string;
}

/** An event that is configured and in use. */
export interface DeviceEvent {
  readonly id: number;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly level: EventLevel;
  readonly name: string;
  readonly nameEn: string | null;
}

/** A record of an event on a device. */
export interface EventRecord extends KeptRecord {
  readonly siteId: number | null;
}

/** What the course of an event on a device says now. */
export interface EventVerdict {
  readonly key: EventKey;
  readonly event: DeviceEvent;
  readonly changes: readonly Change[];
  readonly records: readonly EventRecord[];
  /** ms: up to where it had been judged before. */
  readonly judgedTo: number;
  /** ms by our clock: until when what the device said last tells of the present. */
  readonly freshTo: number;
  /** The meter that the device is; null = none. */
  readonly meterId: number | null;
  /** What it said in words at an instant (ms). */
  readonly saidAt: (at: number) => string | null;
}

/** `alarmType` of the records: other. */
const OTHER = '5';
const NAME_LENGTH = 120;

const nameOf = ({ event: { name, nameEn }, key: { device } }: EventVerdict): Text => ({
  zh: `${name} · ${device}`.slice(0, NAME_LENGTH),
  en: `${nameEn ?? name} · ${device}`.slice(0, NAME_LENGTH),
});

function textOf({ event: { name, nameEn }, key: { device }, saidAt }: EventVerdict, raisedAt: number): Text {
  const said = saidAt(raisedAt);
  return {
    zh: `设备“${device}”上报“${name}”${said === null ? '' : `：${said}`}`,
    en: `Device “${device}” reports “${nameEn ?? name}”${said === null ? '' : `: ${said}`}`,
  };
}

const instant = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Writes one record, a new one or one that changed. @param told how many of its raises people know of @returns its id and site */
async function write(
  trx: Db,
  verdict: EventVerdict,
  change: Change,
  told: number,
  now: number,
): Promise<{ id: number; siteId: number | null }> {
  const { recordId, occurrence, revision, revisionInfo } = wantedOf(change);
  const { key, event, meterId, saidAt } = verdict;
  const [raisedAt, clearedAt] = [raisedAtOf(occurrence), clearedAtOf(occurrence)];
  const facts = {
    status: clearedAt === null ? '1' : '0',
    episodes: JSON.stringify(occurrence.episodes),
    raises: occurrence.episodes.length,
  };
  if (recordId !== null) {
    const { rows } = await sql<{ id: number; siteId: number | null }>`
      update alarm_record set alarm_status = ${facts.status}, raised_at = ${instant(raisedAt)}, cleared_at = ${instant(clearedAt)},
        raise_count = ${facts.raises}, _told = ${told}, _episodes = ${facts.episodes}::jsonb, revision = coalesce(${revision}, revision),
        revision_info = coalesce(${revisionInfo}, revision_info)
      where id = ${recordId} returning id, site_id as "siteId"`.execute(trx);
    return rows[0] ?? { id: recordId, siteId: null };
  }
  const name = nameOf(verdict);
  const { rows } = await sql<{ id: number; siteId: number | null }>`
    insert into alarm_record (record_name, record_name_en, consumer_id, site_id, ammeter_id, gateway_id, alarm_type, alarm_level,
      alarm_status, process, raised_at, cleared_at, raise_count, origin, remark, _told, _episodes, _initials, _event_id, _device_name)
    select ${name.zh}, ${name.en}, ${event.consumerId}, coalesce(${event.siteId}::integer, m.site_id, g.site_id), m.id, g.id, ${OTHER},
      ${event.level}, ${facts.status}, '0', ${instant(raisedAt)}, ${instant(clearedAt)}::timestamptz, ${facts.raises}::integer,
      ${now - raisedAt > HOUR_MS ? 'late' : 'device'}, ${saidAt(raisedAt)}, ${told}, ${facts.episodes}::jsonb, ${initialsOf(name.zh)},
      ${key.eventId}, ${key.device}
    from gateway g left join ammeter m on m.id = ${meterId} where g.id = ${key.gatewayId}
    returning id, site_id as "siteId"`.execute(trx);
  const [written] = rows;
  if (!written) throw new Error('the alarm record was not written');
  return written;
}

/** Whether people are to be told of an occurrence: it stands and is known of now, or it ended a moment ago. */
function isNews({ freshTo }: EventVerdict, told: number, occurrence: Occurrence, now: number): boolean {
  const clearedAt = clearedAtOf(occurrence);
  return (
    occurrence.episodes.length > told && (clearedAt === null ? freshTo >= now : clearedAt >= now - STALE_MS)
  );
}

/** What stands as it was recorded, and that nobody dealt with. */
const untreated = (records: readonly EventRecord[], changed: ReadonlySet<number>): readonly EventRecord[] =>
  records.filter(
    (one) =>
      !changed.has(one.recordId) && !one.withdrawn && clearedAtOf(one) === null && one.treatedAt === null,
  );

/** An occurrence of which people are to be told. */
interface ToTell {
  readonly recordId: number;
  readonly siteId: number | null;
  readonly occurrence: Occurrence;
}

function raisedOf(verdict: EventVerdict, { recordId, siteId, occurrence }: ToTell, count: number): Raised {
  const { consumerId, level, id: eventId } = verdict.event;
  const { raisedAt } = lastOf(occurrence);
  return {
    recordId, count, consumerId, siteId, level, eventType: '2', eventId,
    name: nameOf(verdict).zh, text: textOf(verdict, raisedAt), raisedAt,
  }; // prettier-ignore
}

/** What was written of the course of an event. */
interface Applied {
  readonly told: readonly News[];
  /** Since when (ms) something stands that is told to nobody yet, as it was said long ago and may be over; null = nothing does. */
  readonly awaited: number | null;
}

/**
 * Writes what the course of an event says: records, what was noted, and what is set in motion or need not be any more, all in the
 * caller's transaction. Ends come before raises, as one record of it stands at a time.
 * @param now ms
 */
export async function applyEvent(trx: Db, ways: Ways, verdict: EventVerdict, now: number): Promise<Applied> {
  const { event, changes, records, meterId } = verdict;
  const news: News[] = [];
  const open: (ToTell & { readonly known: number })[] = [];
  const [gone, over]: [number[], number[]] = [[], []];
  const stands = (change: Change): boolean =>
    change.kind !== 'withdraw' && clearedAtOf(change.after) === null;
  for (const change of changes.toSorted((a, b) => Number(stands(a)) - Number(stands(b)))) {
    const known = knownBefore(change, verdict);
    const { id: recordId, siteId } = await write(trx, verdict, change, toldWith(change, known), now);
    const { consumerId, level } = event;
    const { revisionInfo } = wantedOf(change);
    await writeActs(trx, actsOf({ change, recordId, consumerId, revisionInfo }));
    await carryTreatment(trx, [[wholeOf(change, verdict), recordId]]);
    news.push({ recordId, meterId, consumerId, siteId, level, active: stands(change) });
    const before = records.find((one) => one.recordId === recordId);
    if (change.kind !== 'withdraw' && raisesAnew(change, (before?.treatedAt ?? null) !== null))
      open.push({ recordId, siteId, occurrence: change.after, known });
    if (!stands(change)) (change.kind === 'withdraw' ? gone : over).push(recordId);
  }
  const changed = new Set(news.map(({ recordId }) => recordId));
  open.push(...untreated(records, changed).map((one) => ({ ...one, occurrence: one, known: one.told })));
  const telling = open.filter(({ known, occurrence }) => isNews(verdict, known, occurrence, now));
  await tell(trx, ways, verdict, telling, now);
  await skipRuns(trx, gone, 'withdrawn');
  await skipRuns(trx, over, 'cleared');
  const [waits] = open.filter(
    (one) =>
      !telling.includes(one) &&
      clearedAtOf(one.occurrence) === null &&
      one.occurrence.episodes.length > one.known,
  );
  return { told: news, awaited: waits ? raisedAtOf(waits.occurrence) : null };
}

async function tell(
  trx: Db,
  ways: Ways,
  verdict: EventVerdict,
  telling: readonly ToTell[],
  now: number,
): Promise<void> {
  if (telling.length === 0) return;
  const numbers = await raiseNumbers(trx, telling);
  const raised = telling.map((one) => raisedOf(verdict, one, numbers.get(one.recordId) ?? 1));
  await planRuns(trx, ways, raised, now);
  await sql`update alarm_record r set _told = t.n
    from unnest(${telling.map((one) => one.recordId)}::integer[], ${telling.map((one) => one.occurrence.episodes.length)}::integer[]) t (id, n)
    where r.id = t.id`.execute(trx);
}
