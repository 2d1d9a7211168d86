import { sql } from 'kysely';
import { type EnergyCode } from '#contract/dataCode.ts';
import { RANK } from '#domain/fold/point.ts';
import type { Range } from '#domain/fold/reach.ts';
import { isVoid } from '#domain/fold/void.ts';
import { numberToMicro } from '#domain/decimal/decimal.ts';
import {
  extentOf,
  loadReach,
  loadVoids,
  meterFacts,
  queryableOf,
  visibleMeterSet,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { readings } from '#series/public.ts';
import type { ValueRow } from '../contract.ts';

type Row = Omit<ValueRow, 'state' | 'from' | 'to'> & {
  readonly from: number;
  readonly to: number;
  readonly other: boolean;
};

/** Every value of a code that was received for an interval (both ends belong to it), those that do not count too. */
export async function valuesIn(
  db: Db,
  meterId: number,
  code: EnergyCode,
  { from, to }: Range,
): Promise<ValueRow[]> {
  const meters = await visibleMeterSet(db, [meterId]);
  const told = await readings(db, meters, [{ meterId, from, to: to + 1 }], [code]);
  const stamps = Array.from(told.ts, (at) => new Date(at));
  const [begin, end] = [new Date(from), new Date(to)];
  const { rows } = await sql<Row>`
    select v.kind, date_part('epoch', v.f) * 1000 as from, date_part('epoch', v.t) * 1000 as to, v.value, v.source,
      e.name as "sourceName", coalesce(s.rank, ${RANK.device})::integer as rank, v.other
    from (
      select 'reading' as kind, ts as f, ts as t, value::text as value, source, false as other
        from unnest(${stamps}::timestamptz[], ${[...(told.values[0] ?? [])]}::float8[], ${[...told.source]}::integer[])
          told (ts, value, source)
      union all
      select 'interval', start_ts, end_ts, value::text, source, false from interval_energy
        where meter_id = ${meterId} and code = ${code} and start_ts < ${end} and end_ts > ${begin}
      union all
      select case when start_ts = ts then 'reading' else 'interval' end, start_ts, ts, value::text, source, true from correction
        where meter_id = ${meterId} and code = ${code} and ts >= ${begin} and start_ts <= ${end}
    ) v left join data_source s on s.id = v.source left join org_employee e on e.id = s.created_by
    where v.source = 0 or s.status = 1
    order by v.f, v.t, rank desc, v.source, v.other limit 20000`.execute(db);
  const voids = await loadVoids(queryableOf(db), meterId);
  const assessed = await assessedIn(db, meterId, code, { from, to });
  const spoken = new Set<string>();
  return rows.map(({ other, ...row }): ValueRow => {
    const place = { from: Math.round(row.from), to: Math.round(row.to), source: row.source };
    const key = `${row.kind} ${place.from} ${place.to}`;
    const verdict = row.kind === 'reading' ? assessed.get(`${place.from} ${row.source}`) : undefined;
    const state = other
      ? verdict === numberToMicro(Number(row.value))
        ? 'counts'
        : 'other'
      : verdict !== undefined
        ? 'suspect'
        : isVoid(voids, row.kind, code, place)
          ? 'taken'
          : spoken.has(key)
            ? 'lower'
            : 'counts';
    if (state === 'counts') spoken.add(key);
    return { ...row, ...place, state };
  });
}

/**
 * Registers that do not count as they were sent last, by instant and source: null where they left the course of the
 * meter, else the value before that counts in their place, in millionths.
 */
async function assessedIn(
  db: Db,
  meterId: number,
  code: EnergyCode,
  range: Range,
): Promise<Map<string, bigint | null>> {
  const client = queryableOf(db);
  const assessed = new Map<string, bigint | null>();
  const extent = await extentOf(db, meterId);
  if (!extent) return assessed;
  const { spans } = await loadReach(client, await meterFacts(client, meterId), extent, range);
  for (const { origin } of spans.get(code) ?? []) {
    if (origin.kind !== 'register') continue;
    for (const { point, register } of [origin.before, origin.after])
      if (point && numberToMicro(point.value) !== register)
        assessed.set(`${point.ts} ${point.source}`, register);
    for (const { point } of origin.without ?? [])
      if (point) assessed.set(`${point.ts} ${point.source}`, null);
  }
  return assessed;
}
