import { sql } from 'kysely';
import { DATA_CODES, columnOf } from '#contract/dataCode.ts';
import type { Db } from '#server/database/db.ts';
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
  const b = points.length > 0 ? await compare(db, points, except, existingPoint) : NONE;
  return { new: a.new + b.new, changed: a.changed + b.changed, same: a.same + b.same, held: a.held + b.held };
}

const NONE: Comparison = { new: 0, changed: 0, same: 0, held: 0 };

const existingSpan = sql`
  select e.value, e.source from interval_energy e
  where e.meter_id = v.meter_id and e.code = v.code and e.start_ts = v.start_ts and e.end_ts = v.at_ts`;

const columnByCode = sql.raw(
  `case v.code ${DATA_CODES.map((entry) => `when '${entry.code}' then r.${columnOf(entry.code)}`).join(' ')} end`,
);
// A float8 as the decimal that came, not its binary expansion.
const existingPoint = sql`
  select (${columnByCode})::text::numeric as value, r.source from reading r
  where r.meter_id = v.meter_id and r.ts = v.at_ts`;

async function compare(
  db: Db,
  values: readonly FileValue[],
  except: readonly number[],
  existing: typeof existingSpan,
): Promise<Comparison> {
  const { rows } = await sql<Comparison>`
    select count(*) filter (where x.same is null)::integer as new,
      count(*) filter (where not x.same)::integer as changed,
      count(*) filter (where x.same)::integer as same,
      count(*) filter (where not x.same and x.held)::integer as held
    from unnest(${values.map((v) => v.meterId)}::integer[], ${values.map((v) => v.code)}::text[],
      ${values.map((v) => new Date(v.start ?? v.at).toISOString())}::timestamptz[],
      ${values.map((v) => new Date(v.at).toISOString())}::timestamptz[],
      ${values.map((v) => v.value)}::numeric[]) v (meter_id, code, start_ts, at_ts, value)
    left join lateral (
      select bool_or(o.value = v.value) as same, bool_or(o.source > 0) as held
      from (${existing}) o left join data_source d on d.id = o.source
      where o.value is not null and not (o.source = any(${except}::integer[])) and (o.source = 0 or d.status = 1)
    ) x on true`.execute(db);
  return rows[0] ?? NONE;
}
