import { sql } from 'kysely';
import type { Episode } from '#domain/alarm/episode.ts';
import { clearedAtOf, type Occurrence, peakOf, raisedAtOf } from '#domain/alarm/occurrence.ts';
import type { ObjectRule } from '#domain/alarm/settings.ts';
import { brokenLimit } from '#domain/alarm/verdict.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { type AnyAssignment, versionOf } from './judgeMeters.ts';
import { recordName } from './words.ts';

/** A record that is to be written: a new one without an id. */
export interface Wanted {
  readonly on: AnyAssignment;
  readonly recordId: number | null;
  readonly occurrence: Occurrence;
  /** How many of its raises people know of. */
  readonly told: number;
  readonly revision: 'revised' | 'withdrawn' | null;
  readonly revisionInfo: string | null;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** How long (ms) figures are left to become whole before a rule is judged. */
const waitOf = ({ figure, mixed }: ObjectRule): number =>
  Math.max(figure?.waitMs ?? 0, ...(mixed?.figures ?? []).map(({ waitMs }) => waitMs));

function rowOf({ on, recordId, occurrence, told, revision, revisionInfo }: Wanted, now: number) {
  const raisedAt = raisedAtOf(occurrence);
  const version = versionOf(on, raisedAt);
  // A state has no peak and no limit; a count of operations has.
  const peak =
    'point' in on && !version.rule.signal?.counts
      ? { value: null, at: raisedAt }
      : peakOf(occurrence, version.rule.times.side);
  const clearedAt = clearedAtOf(occurrence);
  const name = recordName(on);
  return {
    id: recordId,
    record_name: name.zh,
    record_name_en: name.en,
    consumer_id: on.consumerId,
    site_id: on.siteId,
    ammeter_id: 'point' in on ? null : on.ammeterId,
    signal_point_id: 'point' in on ? on.point.id : null,
    alarm_id: on.alarmId,
    alarm_type: on.alarmType,
    alarm_level: version.rule.level,
    alarm_status: clearedAt === null ? '1' : '0',
    process: '0',
    raised_at: iso(raisedAt),
    cleared_at: iso(clearedAt),
    raise_count: occurrence.episodes.length,
    peak_value: peak.value,
    peak_at: peak.value === null ? null : iso(peak.at),
    limit_value: brokenLimit(peak.value, version.rule.limits),
    origin: now - raisedAt - waitOf(version.rule) > HOUR_MS ? 'late' : 'live',
    revision,
    revision_info: revisionInfo,
    _version_id: version.versionId,
    _episodes: occurrence.episodes,
    _told: told,
    _initials: initialsOf(name.zh),
  };
}

const COLUMNS = [
  'record_name', 'record_name_en', 'consumer_id', 'site_id', 'ammeter_id', 'signal_point_id', 'alarm_id', 'alarm_type', 'alarm_level',
  'alarm_status', 'process', 'raised_at', 'cleared_at', 'raise_count', 'peak_value', 'peak_at', 'limit_value', 'origin',
  'revision', 'revision_info', '_version_id', '_episodes', '_told', '_initials',
]; // prettier-ignore
/** What a record that is there already may become; the rest of it stays as it was told. */
const CHANGED = [
  'alarm_status', 'raised_at', 'cleared_at', 'raise_count', 'peak_value', 'peak_at', 'limit_value', '_version_id', '_episodes', '_told',
]; // prettier-ignore

/**
 * Writes records, new ones and those that changed. What people did with them is left alone.
 * @returns their ids, in the order of what was wanted
 */
export async function writeRecords(trx: Db, wanted: readonly Wanted[], now: number): Promise<number[]> {
  const ids: number[] = wanted.map(({ recordId }) => recordId ?? 0);
  const fresh = wanted.flatMap((one, i) => (one.recordId === null ? [{ one, i }] : []));
  const known = wanted.filter(({ recordId }) => recordId !== null);
  const names = (list: readonly string[], of = '') => sql.raw(list.map((one) => `${of}"${one}"`).join(', '));
  // Those that end make room for the one that stands: of a rule on an object one is open at a time.
  const stands = ({ occurrence }: Wanted): boolean => clearedAtOf(occurrence) === null;
  for (const some of [known.filter((one) => !stands(one)), known.filter(stands)]) {
    if (some.length === 0) continue;
    await sql`
      update alarm_record r set (${names(CHANGED)}, revision, revision_info) =
        (select ${names(CHANGED, 'w.')}, coalesce(w.revision, r.revision), coalesce(w.revision_info, r.revision_info))
      from json_populate_recordset(null::alarm_record, ${JSON.stringify(some.map((one) => rowOf(one, now)))}::json) w
      where r.id = w.id`.execute(trx);
  }
  if (fresh.length > 0) {
    const rows = fresh.map(({ one }) => rowOf(one, now));
    // The numbers are drawn first, so that each row knows its own.
    const { rows: drawn } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('alarm_record', 'id'))::integer as id
      from generate_series(1, ${rows.length}::integer)`.execute(trx);
    const numbered = rows.map((row, k) => ({ ...row, id: drawn[k]?.id }));
    await sql`
      insert into alarm_record (id, ${names(COLUMNS)})
      select id, ${names(COLUMNS)} from json_populate_recordset(null::alarm_record, ${JSON.stringify(numbered)}::json)
      order by id`.execute(trx);
    fresh.forEach(({ i }, k) => (ids[i] = drawn[k]?.id ?? 0));
  }
  return ids;
}

/** An occurrence that was taken back, or whose rule no longer judges: it ends at an instant (ms). */
export function ended(occurrence: Occurrence, at: number): Occurrence {
  const end = ({ raisedAt, clearedAt, peak }: Episode): Episode => ({
    raisedAt,
    clearedAt: clearedAt ?? Math.max(at, raisedAt),
    peak,
  });
  const [first, ...rest] = occurrence.episodes;
  return { episodes: [end(first), ...rest.map(end)] };
}
