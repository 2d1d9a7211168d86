import { type RawBuilder, sql } from 'kysely';
import { groupedBy } from '#domain/group.ts';
import { visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { readings } from '#series/public.ts';
import type { FileValue } from '../domain/rowReader.ts';

/** How values stand to what counts already: of another value, equal, or not there. */
export interface Comparison {
  readonly new: number;
  readonly changed: number;
  readonly same: number;
  /** Those of the changed ones that an earlier import or a person states otherwise, which stays. */
  readonly held: number;
}

/**
 * Counts values that are new, differ, or are there already with the same figure, for the same meter, code and
 * instant or span, among sources that count.
 * @param except sources that are being written and therefore not compared with.
 */
export async function compareValues(
  db: Db,
  values: readonly FileValue[],
  except: readonly number[],
): Promise<Comparison> {
  const spans = values.filter((value) => value.start !== null);
  const points = values.filter((value) => value.start === null);
  const a = spans.length > 0 ? await compare(db, spans, except, existingSpan) : NONE;
  const b = points.length > 0 ? await compare(db, points, except, await toldAt(db, points)) : NONE;
  return { new: a.new + b.new, changed: a.changed + b.changed, same: a.same + b.same, held: a.held + b.held };
}

const NONE: Comparison = { new: 0, changed: 0, same: 0, held: 0 };

const existingSpan = sql`
  select e.value, e.source from interval_energy e
  where e.meter_id = v.meter_id and e.code = v.code and e.start_ts = v.start_ts and e.end_ts = v.at_ts`;

/** What is told at the instants of values, each with the number of its value. */
async function toldAt(db: Db, values: readonly FileValue[]): Promise<RawBuilder<unknown>> {
  const meters = await visibleMeterSet(db, values.map((one) => one.meterId)); // prettier-ignore
  const shown = new Set(meters.ids);
  const [numbers, known, sources]: [number[], number[], number[]] = [[], [], []];
  for (const [code, list] of groupedBy([...values.entries()], ([, one]) => one.code)) {
    const asked = list.filter(([, one]) => shown.has(one.meterId));
    const windows = asked.map(([, { meterId, at }]) => ({ meterId, from: at, to: at + 1 }));
    const told = await readings(db, meters, windows, [code]);
    for (let i = 0; i < told.n; i++) {
      numbers.push((asked[told.window[i] as number]?.[0] as number) + 1);
      known.push(told.values[0]?.[i] as number);
      sources.push(told.source[i] as number);
    }
  }
  // A float8 as the decimal that came, not its binary expansion.
  return sql`
    select t.value::text::numeric as value, t.source
    from unnest(${numbers}::integer[], ${known}::float8[], ${sources}::integer[]) t (n, value, source) where t.n = v.n`;
}

async function compare(
  db: Db,
  values: readonly FileValue[],
  except: readonly number[],
  existing: RawBuilder<unknown>,
): Promise<Comparison> {
  const { rows } = await sql<Comparison>`
    select count(*) filter (where x.same is null)::integer as new,
      count(*) filter (where not x.same)::integer as changed,
      count(*) filter (where x.same)::integer as same,
      count(*) filter (where not x.same and x.held)::integer as held
    from unnest(${values.map((v) => v.meterId)}::integer[], ${values.map((v) => v.code)}::text[],
      ${values.map((v) => new Date(v.start ?? v.at).toISOString())}::timestamptz[],
      ${values.map((v) => new Date(v.at).toISOString())}::timestamptz[],
      ${values.map((v) => v.value)}::numeric[])
        with ordinality v (meter_id, code, start_ts, at_ts, value, n)
    left join lateral (
      select bool_or(o.value = v.value) as same, bool_or(o.source > 0) as held
      from (${existing}) o left join data_source d on d.id = o.source
      where o.value is not null and not (o.source = any(${except}::integer[])) and (o.source = 0 or d.status = 1)
    ) x on true`.execute(db);
  return rows[0] ?? NONE;
}
