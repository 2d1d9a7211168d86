import { sql } from 'kysely';
import type { RuleVersion } from '#domain/alarm/judge.ts';
import { REOPEN_MS } from '#domain/alarm/judge.ts';
import type { AlarmState } from '#domain/alarm/machine.ts';
import { signalRuleOn } from '#domain/alarm/settings.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import { type KeptRecord, type RuleOn, settingsOf, TREATED_AT } from './load.ts';

/** A pair that waits to be judged; times in ms. */
export interface DueSignal {
  readonly alarmId: number;
  readonly pointId: number;
  /** Since when the rule is put to the point. */
  readonly begunAt: number;
  /** The newest instant that was judged, and the state after it; null = it is judged anew. */
  readonly judgedTo: number;
  readonly state: AlarmState | null;
  /** From where on positions came; null = none did. */
  readonly from: number | null;
}

/** A signal point as it is judged and told. */
interface JudgedPoint {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly statesZh: string;
  readonly statesEn: string;
  readonly expectedSeconds: number | null;
  readonly timeZone: string;
  /** ms: the data time of what was heard last, and our clock when it was; null = never heard. */
  readonly heardAt: number | null;
  readonly receivedAt: number | null;
}

/** A rule on a signal point. */
export interface SignalAssignment extends RuleOn {
  readonly point: JudgedPoint;
}

type Row = Omit<SignalAssignment, 'versions' | 'point'> & JudgedPoint;

/** The rules that are put to some signal points, each with all its versions. */
export async function signalAssignmentsOf(trx: Db, pointIds: readonly number[]): Promise<SignalAssignment[]> {
  const { rows } = await sql<Row>`
    select sa.alarm_id as "alarmId", a.consumer_id as "consumerId", p.site_id as "siteId",
      (sa.enable and a.enable and p.state <> '0' and a.trigger_method in ('signal', 'operations')) as "on", a.alarm_type as "alarmType",
      a.alarm_name as "alarmName", a.alarm_name_en as "alarmNameEn", p.id, p.point_name as name, p.point_name_en as "nameEn",
      p.states_zh as "statesZh", p.states_en as "statesEn", 
      nullif(p.expected_seconds, 0) as "expectedSeconds", coalesce(m.time_zone, ${homeZone}) as "timeZone", floor(extract(epoch from s.heard_at) * 1000)::float8 as "heardAt",
      floor(extract(epoch from s.received_at) * 1000)::float8 as "receivedAt"
    from signal_alarm sa join alarm a on a.id = sa.alarm_id join signal_point p on p.id = sa.signal_point_id
      left join signal_state s on s.point_id = p.id left join monitor_site m on m.id = p.site_id
    where p.id = any (${pointIds}::integer[]) order by p.id, a.id`.execute(trx);
  const settings = await settingsOf(trx, [...new Set(rows.map((row) => row.alarmId))]);
  return rows.flatMap(({ alarmId, consumerId, siteId, on, alarmType, alarmName, alarmNameEn, ...point }) => {
    const versions = (settings.get(alarmId) ?? []).map(({ versionId, validFrom, settings: of }): RuleVersion => ({
      versionId,
      validFrom,
      rule: signalRuleOn(of),
    })); // prettier-ignore
    return versions.length === 0
      ? []
      : [{ alarmId, consumerId, siteId, on, alarmType, alarmName, alarmNameEn, versions, point }];
  });
}

/** Records of a rule on a point that stand, or ended so late that one raised at an instant (ms) may join them. */
export async function signalRecordsOf(
  trx: Db,
  { alarmId, point }: SignalAssignment,
  since: number,
): Promise<KeptRecord[]> {
  const { rows } = await sql<
    Pick<KeptRecord, 'recordId' | 'withdrawn' | 'retired' | 'told'> & {
      readonly treatedAt: Date | null;
      readonly episodes: KeptRecord['episodes'];
    }
  >`
    select id as "recordId", _episodes as episodes, revision is not distinct from 'withdrawn' as withdrawn, _retired as retired,
      _told as told, ${TREATED_AT} as "treatedAt"
    from alarm_record r where signal_point_id = ${point.id} and alarm_id = ${alarmId} and _episodes <> '[]'
      and coalesce(cleared_at, 'infinity') >= ${new Date(since - REOPEN_MS)} order by raised_at`.execute(trx);
  return rows.map((row) => ({ ...row, alarmId, treatedAt: row.treatedAt?.getTime() ?? null }));
}
