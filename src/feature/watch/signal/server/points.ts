import { sql } from 'kysely';
import { HOLD_INTERVALS } from '#domain/signal/interval.ts';
import { readStates } from '#domain/signal/word.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import type { PointWire, Shown, StateWord } from '../contract.ts';

/** Which points are asked for; the executor shows those of the caller's scope. */
export interface PointQuery {
  readonly id?: number | undefined;
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  /** Points by their ids, or those of some objects or meters. */
  readonly ids?: readonly number[] | undefined;
  readonly meterIds?: readonly number[] | undefined;
  readonly objectIds?: readonly number[] | undefined;
  readonly search?: string | undefined;
  readonly shown?: Shown;
  readonly limit: number;
  readonly offset: number;
}

type Row = Omit<PointWire, 'states'> & {
  readonly statesZh: string;
  readonly statesEn: string;
  readonly total: number;
};

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** Points with the newest of each, those in another state than normal first, then unknown ones. */
export async function pointsOf(
  trx: Db,
  { id, consumerId, siteId, ids, objectIds, meterIds, search, shown = 'all', limit, offset }: PointQuery,
): Promise<{ points: PointWire[]; total: number }> {
  const { rows } = await sql<Row>`
    select p.id as "signalPointId", shown_name(p.point_name, p.point_name_en) as "pointName",
      p.point_code as "pointCode", p.kind, shown_name(s.org_name, s.org_name_en) as "siteName",
      p.object_id as "objectId", shown_name(o.org_name, o.org_name_en) as "objectName", a.id as "ammeterId",
      shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", coalesce(s.time_zone, ${homeZone}) as "timeZone",
      p.states_zh as "statesZh", p.states_en as "statesEn", p.normal_state as "normalState",
      nullif(p.expected_seconds, 0) as "expectedSeconds", p.state = '1' as "inUse", t.value, t.quality,
      ${ms('t.since')} as since, ${ms('t.heard_at')} as "heardAt", count(*) over ()::integer as total
    from signal_point p join monitor_site s on s.id = p.site_id
    left join monitor_object o on o.id = p.object_id left join ammeter a on a.id = p.ammeter_id
    left join signal_state t on t.point_id = p.id
    cross join lateral (select t.value is null
      or coalesce(now() >= t.heard_at + nullif(p.expected_seconds, 0) * ${HOLD_INTERVALS} * interval '1 second', false) as unknown) u
    where (${id ?? null}::integer is null or p.id = ${id ?? null})
      and (${consumerId ?? null}::integer is null or p.consumer_id = ${consumerId ?? null})
      and (${siteId ?? null}::integer is null or p.site_id = ${siteId ?? null})
      and (${ids ?? null}::integer[] is null or p.id = any (${ids ?? null}::integer[]))
      and (${objectIds ?? null}::integer[] is null or p.object_id = any (${objectIds ?? null}::integer[]))
      and (${meterIds ?? null}::integer[] is null or p.ammeter_id = any (${meterIds ?? null}::integer[]))
      and (${search ?? null}::text is null or strpos(lower(concat_ws(' ', p.point_name, p.point_name_en, p.point_code,
        s.org_name, a.ammeter_name)), lower(${search ?? null})) > 0)
      and (${shown} <> 'abnormal' or (p.state = '1' and not u.unknown and t.value <> p.normal_state))
      and (${shown} <> 'unknown' or (p.state = '1' and u.unknown))
    order by p.state desc, (not u.unknown and t.value is distinct from coalesce(p.normal_state, t.value)) desc,
      u.unknown desc, p.point_code, p.id
    limit ${limit} offset ${offset}`.execute(trx);
  const points = rows.map(({ total: _total, statesZh, statesEn, ...row }) => ({
    ...row,
    states: wordsOf(statesZh, statesEn),
  }));
  return { points, total: rows[0]?.total ?? 0 };
}

function wordsOf(zh: string, en: string): StateWord[] {
  const english = readStates(en);
  return [...(readStates(zh) ?? [])].map(([value, word]) => ({
    value,
    zh: word,
    en: english?.get(value) ?? word,
  }));
}
