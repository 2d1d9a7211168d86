import { groupedBy } from '#domain/group.ts';
import { sql } from 'kysely';
import type { RuleVersion } from '#domain/alarm/judge.ts';
import { type AlarmState, NORMAL } from '#domain/alarm/machine.ts';
import type { Episode } from '#domain/alarm/episode.ts';
import type { KnownRecord } from '#domain/alarm/told.ts';
import { type JudgedObject, ruleOn, type RuleSettings } from '#domain/alarm/settings.ts';
import { namedIn } from '#contract/composition.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';

/** A rule on what it is put to. */
export interface RuleOn {
  readonly alarmId: number;
  readonly consumerId: number;
  readonly siteId: number | null;
  /** Rule, assignment and object are in use. */
  readonly on: boolean;
  readonly alarmType: string;
  readonly alarmName: string;
  readonly alarmNameEn: string | null;
  readonly versions: readonly RuleVersion[];
}

/** A rule on a meter, as it is judged and told. */
export interface Assignment extends RuleOn {
  readonly ammeterId: number;
  readonly stepMs: number;
  readonly ammeterName: string;
  readonly ammeterNameEn: string | null;
  readonly dataType: string;
  readonly state: AlarmState;
  /** Whether a state is kept; the normal one is only where the clock goes on. */
  readonly kept: boolean;
}

/** How far a meter was judged, ms: the data time of its newest reading, and our clock when it was. */
export interface Progress {
  readonly ammeterId: number;
  readonly judgedTo: number;
  readonly heardAt: number;
}

/** A record of a rule. */
export interface KeptRecord extends KnownRecord {
  readonly alarmId: number;
}

/** A record of a rule on a meter. */
export interface MeterRecord extends KeptRecord {
  readonly ammeterId: number;
}

export async function progressOf(
  trx: Db,
  meterIds: readonly number[],
): Promise<ReadonlyMap<number, Progress>> {
  const { rows } = await sql<Progress>`
    select ammeter_id as "ammeterId", round(date_part('epoch', judged_to) * 1000) as "judgedTo",
      round(date_part('epoch', heard_at) * 1000) as "heardAt" from alarm_progress
    where ammeter_id = any (${numbers(meterIds)}::integer[])`.execute(trx);
  return new Map(rows.map((row) => [row.ammeterId, row]));
}

type Row = Omit<Assignment, 'stepMs' | 'state' | 'kept' | 'versions'> & { readonly seconds: number };

/** The rules that are put to some meters, each with all its versions, as if all of them were normal. */
export async function rulesOn(trx: Db, meterIds: readonly number[]): Promise<Assignment[]> {
  const { rows } = await sql<Row>`
    select oa.alarm_id as "alarmId", oa.ammeter_id as "ammeterId", a.consumer_id as "consumerId", m.site_id as "siteId",
      (oa.enable and a.enable and m.state <> '0') as "on", m.interval_seconds as seconds, a.alarm_type as "alarmType",
      a.alarm_name as "alarmName", a.alarm_name_en as "alarmNameEn", m.ammeter_name as "ammeterName",
      m.ammeter_name_en as "ammeterNameEn", m.data_type as "dataType"
    from object_alarm oa join alarm a on a.id = oa.alarm_id join ammeter m on m.id = oa.ammeter_id
    where oa.ammeter_id = any (${numbers(meterIds)}::integer[]) order by oa.ammeter_id, oa.alarm_id`.execute(
    trx,
  );
  const settings = await settingsOf(trx, [...new Set(rows.map((row) => row.alarmId))]);
  const others = await namedObjects(
    trx,
    [...settings.values()].flat().map((one) => one.settings),
  );
  return rows.flatMap(({ seconds, ...row }) => {
    const stepMs = seconds * 1000;
    const object = { ammeterId: row.ammeterId, siteId: row.siteId, stepMs, others };
    const versions = (settings.get(row.alarmId) ?? []).map(({ versionId, validFrom, settings: of }) => ({
      versionId,
      validFrom,
      rule: ruleOn(of, object),
    }));
    return versions.length === 0 ? [] : [{ ...row, stepMs, state: NORMAL, kept: false, versions }];
  });
}

/** The meters that compositions name, as far as the executor sees them. */
export async function namedObjects(
  trx: Db,
  all: readonly RuleSettings[],
): Promise<ReadonlyMap<number, JudgedObject>> {
  const ids = all.flatMap(({ composition }) => (composition ? namedIn(composition) : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<JudgedObject>`
    select id as "ammeterId", site_id as "siteId", interval_seconds * 1000 as "stepMs" from ammeter
    where id = any (${numbers([...new Set(ids.map(({ meter }) => meter))])}::integer[])`.execute(trx);
  return new Map(rows.map((row) => [row.ammeterId, row]));
}

/** The states that are kept of rules on some meters. */
export async function statesOf(
  trx: Db,
  meterIds: readonly number[],
): Promise<readonly { readonly alarmId: number; readonly ammeterId: number; readonly state: AlarmState }[]> {
  const { rows } = await sql<{ alarmId: number; ammeterId: number; state: AlarmState }>`
    select alarm_id as "alarmId", ammeter_id as "ammeterId", state from alarm_state
    where ammeter_id = any (${numbers(meterIds)}::integer[])`.execute(trx);
  return rows;
}

interface SettingsRow {
  readonly alarmId: number;
  readonly versionId: number;
  readonly validFrom: number;
  readonly settings: RuleSettings;
}

/** The settings of rules, by their ids, in the order of their versions. */
export async function settingsOf(
  trx: Db,
  alarmIds: readonly number[],
): Promise<ReadonlyMap<number, SettingsRow[]>> {
  const { rows } = await sql<Omit<SettingsRow, 'validFrom'> & { validFrom: Date }>`
    select alarm_id as "alarmId", id as "versionId", valid_from as "validFrom", settings from alarm_version
    where alarm_id = any (${alarmIds}::integer[]) order by alarm_id, version`.execute(trx);
  return groupedBy(
    rows.map((row) => ({ ...row, validFrom: row.validFrom.getTime() })),
    (row) => row.alarmId,
  );
}

/** When somebody first dealt with a record `r`; what left the state untreated did not come back to it. */
export const TREATED_AT = sql<Date | null>`case when r.process <> '0' then coalesce(r.confirmed_at,
  (select min(t.at) from alarm_act t where t.record_id = r.id and t.kind = 'state')) end`;

/** Records of rules on some meters that stand, or ended at or after an instant (ms) of each meter. */
export async function recordsSince(trx: Db, since: ReadonlyMap<number, number>): Promise<MeterRecord[]> {
  type RecordRow = Pick<
    MeterRecord,
    'recordId' | 'alarmId' | 'ammeterId' | 'withdrawn' | 'retired' | 'told'
  > & {
    readonly treatedAt: Date | null;
    readonly episodes: [Episode, ...Episode[]];
  };
  const { rows } = await sql<RecordRow>`
    select r.id as "recordId", r.alarm_id as "alarmId", r.ammeter_id as "ammeterId", r._episodes as episodes,
      r.revision is not distinct from 'withdrawn' as withdrawn, r._retired as retired, r._told as told, ${TREATED_AT} as "treatedAt"
    from unnest(${numbers([...since.keys()])}::integer[], ${numbers([...since.values()])}::float8[]) m (id, since)
      join alarm_record r on r.ammeter_id = m.id and coalesce(r.cleared_at, 'infinity') >= to_timestamp(m.since / 1000)
    where r.alarm_id is not null and r._episodes <> '[]' order by r.raised_at`.execute(trx);
  return rows.map((row) => ({ ...row, treatedAt: row.treatedAt?.getTime() ?? null }));
}
