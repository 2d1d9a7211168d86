import type { Db } from '#server/database/db.ts';
import { queryableOf } from '#server/database/queryable.ts';
import type { MeterSet } from '../meterSet.ts';
import { touches } from '../sealed/name.ts';
import { rowsOf } from './readings.ts';
import { columnIn, INSIDE, type MeterWindow, type Said, saidBy, sides, widest } from './window.ts';

/** A window of which the readings are counted, up to some number. */
interface CountWindow extends MeterWindow {
  readonly most?: number;
}

/**
 * How many readings lie in each window: of a code, or of any.
 * @throws RangeError for a window of a meter that is not in the set
 */
export async function counts(
  db: Db,
  meters: MeterSet,
  windows: readonly CountWindow[],
  { code, said = 'all' }: { readonly code?: string; readonly said?: Said } = {},
): Promise<number[]> {
  for (const { meterId } of windows) meters.check(meterId);
  if (windows.length === 0) return [];
  const columns = code === undefined ? [] : [columnIn(code)];
  const has = code === undefined ? '' : `and ${columnIn(code)} is not null`;
  const { condition, values } = saidBy(said, 7);
  const queryable = queryableOf(db);
  const { rows } = await queryable.query<{ count: number; sealed: boolean }>({
    text: `select (select count(*) from (select from reading r
             where ${INSIDE} and r.ts >= $5 and r.ts < $6 ${has} and ${condition}
             limit w.most) r)::integer as count,
             exists (select from reading_block b where b.meter_id = w.meter_id
               and ${touches('to_timestamp(w.from_ms / 1000)', 'to_timestamp(w.to_ms / 1000)')}) as sealed
           from unnest($1::integer[], $2::float8[], $3::float8[], $4::bigint[])
             with ordinality w (meter_id, from_ms, to_ms, most, n) order by w.n`,
    values: [...sides(windows), windows.map((one) => one.most ?? null), ...widest(windows), ...values],
  });
  const found: number[] = [];
  for (const [i, { count, sealed }] of rows.entries()) {
    const window = windows[i] as CountWindow;
    // What is sealed is counted by its keys, as one of them may stand beside too.
    const more = sealed && count < (window.most ?? Infinity);
    const wish = { columns, any: code !== undefined, said };
    found.push(more ? (await rowsOf(queryable, [window], wish, window.most)).length : count);
  }
  return found;
}
