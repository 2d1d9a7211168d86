import { type RawBuilder, sql } from 'kysely';
import { figureUnit } from '#contract/alarmFigure.ts';
import { unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import { limitSetOn, type RuleSettings } from '#domain/alarm/settings.ts';
import type { AlarmRow } from '../contract.ts';

interface Asked {
  /** On `alarm_record r` and its shelf `h`. */
  readonly where: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
  /** How many there are in all is known otherwise: to count them costs as much as the page. */
  readonly uncounted?: boolean;
}

type Found = Omit<AlarmRow, 'unit' | 'side'> & {
  readonly energy: string | null;
  readonly triggers: RuleSettings['triggers'] | null;
  readonly itemLimits: RuleSettings['itemLimits'] | null;
  readonly total: number;
};

/** Whole milliseconds, cut as instants on the wire are. */
const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/** Which shelf a record `r` stands on, where there is one: `alarm_shelf._key`. */
export const SHELF_KEY = sql`coalesce(r._watch_kind || ' ' || r._watch_object::text, r.alarm_id::text || ' ' || r.ammeter_id::text,
  r.alarm_id::text || ' s' || r.signal_point_id::text)`;

/** The shelf of a record as it stands now: what is over is none. */
export const SHELF = sql`left join alarm_shelf h on h._key = ${SHELF_KEY} and h.until_at > now()`;

/**
 * A page of records with what lists show of them, and how many there are in all. Of thousands only the keys are put in order, the
 * rows are fetched for the page alone.
 */
export async function alarmRows(
  trx: Db,
  { where, order, limit, offset, uncounted = false }: Asked,
): Promise<{ rows: AlarmRow[]; total: number }> {
  const { rows } = await sql<Found>`
    select q.id, shown_name(q.record_name, q.record_name_en) as "recordName", q.consumer_id as "consumerId",
      q.site_id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName",
      coalesce(s.time_zone, ${homeZone}) as "timeZone", q.ammeter_id as "ammeterId",
      shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", q.gateway_id as "gatewayId",
      shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName", q.signal_point_id as "signalPointId",
      shown_name(sp.point_name, sp.point_name_en) as "pointName", q.alarm_id as "alarmId", q._watch_kind as "watchKind",
      q.alarm_type as "alarmType", q.alarm_level as "alarmLevel", q.alarm_status as "alarmStatus", q.process,
      ${ms('q.raised_at')} as "raisedAt", ${ms('q.cleared_at')} as "clearedAt", q.raise_count as "raiseCount",
      q.raise_count >= 3 and exists (select from (select at, lead(at, 2) over (order by at) as third from (
          select q.raised_at as at union all select t.at from alarm_act t where t.record_id = q.id and t.kind = 'raise'
        ) raises) c where c.third - c.at <= interval '1 minute') as chatters,
      q.peak_value::float8 as "peakValue", q.limit_value::float8 as "limitValue",
      coalesce(o.own->>'deadBand', v.settings->'params'->>'deadBand', v.settings->>'deadBand')::float8 as "deadBand",
      v.settings->'triggers' as triggers, case v.settings->>'method' when 'limitSet' then v.settings->'itemLimits' end as "itemLimits",
      coalesce(v.settings->'figure'->>'side', v.settings->>'method') as method, v.settings->'figure'->>'of' as figure,
      v.settings->>'code' as "dataCode",
      coalesce(o.own->>'onDelay', v.settings->'params'->>'onDelay', v.settings->>'onDelay')::integer as "onDelay",
      coalesce(o.own->>'offDelay', v.settings->'params'->>'offDelay', v.settings->>'offDelay')::integer as "offDelay", v.version, q.origin, q.revision,
      q.revision_info as "revisionInfo", q.confirm_info as "confirmInfo", ${ms('q.confirmed_at')} as "confirmedAt",
      q.confirmed_by as "confirmedBy", q.proc_info as "procInfo", ${ms('p.until_at')} as "shelvedUntil",
      p.reason as "shelvedFor", a.data_type as energy, p.total
    from (select x.*, row_number() over () as place from (
      select r.id, h.until_at, h.reason, ${uncounted ? sql`0` : sql`count(*) over ()::integer`} as total
      from alarm_record r ${SHELF} where ${where} order by ${order} limit ${limit} offset ${offset}) x) p
    join alarm_record q on q.id = p.id
    left join monitor_site s on s.id = q.site_id
    left join ammeter a on a.id = q.ammeter_id
    left join gateway g on g.id = q.gateway_id
    left join signal_point sp on sp.id = q.signal_point_id
    left join lateral (select version, settings from alarm_version
      where id = q._version_id or (q._version_id is null and alarm_id = q.alarm_id and valid_from <= q.raised_at)
      order by version desc limit 1) v on true
    left join lateral (select v.settings->'objects'->q.ammeter_id::text as own) o on true
    order by p.place`.execute(trx);
  return { rows: rows.map(rowOf), total: rows[0]?.total ?? 0 };
}

function rowOf({ energy, total: _total, triggers, itemLimits, ...row }: Found): AlarmRow {
  // Of several limits the one that was broken says on which side it is left, and by how much.
  const limits =
    row.ammeterId === null
      ? []
      : limitSetOn(
          { itemLimits: itemLimits ?? [], triggers: triggers ?? [] },
          { ammeterId: row.ammeterId, siteId: row.siteId },
        );
  const broken = limits.find(({ limit }) => limit === row.limitValue);
  return {
    ...row,
    deadBand: broken?.deadBand ?? row.deadBand,
    side: broken?.side ?? (row.method === 'above' || row.method === 'below' ? row.method : null),
    unit: unitOf(row, energy === null ? '' : energyTypeOf(energy).unit),
  };
}

/** The unit of what a record is about; a figure is one of energy, or a share. */
function unitOf(
  { watchKind, dataCode, figure }: Omit<AlarmRow, 'unit' | 'side'>,
  energyUnit: string,
): string {
  if (watchKind === 'demandGuard') return 'kW';
  if (figure !== null) return figureUnit(figure, energyUnit);
  return dataCode === null ? '' : unitOfCode(dataCode, energyUnit);
}
