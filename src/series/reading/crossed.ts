import { sql } from 'kysely';
import { CODES, type CodeTable } from '#contract/dataCode.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import { queryableOf } from '#server/database/queryable.ts';
import type { MeterSet } from '../meterSet.ts';
import { monthOf } from '../sealed/month.ts';
import { blocksIn, NAME, type NameCell, nameOf } from '../sealed/name.ts';
import { rowsOf } from './readings.ts';
import { columnIn } from './window.ts';

/** An interval of a meter, both ends of it (ms) included, and between which values of its codes nothing is asked. */
export interface CalmWindow {
  readonly meterId: number;
  readonly from: number;
  readonly to: number;
  readonly calm: ReadonlyMap<string, { readonly low: number; readonly high: number }>;
}

/**
 * The meters with a stored value beyond what is calm in their windows, whether it counts or not: those that are left out
 * have none that counts.
 * @throws RangeError for a window of a meter that is not in the set
 */
export async function crossed(
  db: Db,
  meters: MeterSet,
  windows: readonly CalmWindow[],
  table = CODES,
): Promise<ReadonlySet<number>> {
  const codes = [...new Set(windows.flatMap(({ calm }) => [...calm.keys()]))];
  if (codes.length === 0) return new Set();
  const bounds = codes.map((code) => {
    const cells = windows.map(({ calm }) => calm.get(code));
    return sql`${numbers(cells.map((one) => one?.low ?? -Infinity))}::float8[], ${numbers(cells.map((one) => one?.high ?? Infinity))}::float8[]`;
  });
  const names = codes.map((_, i) => sql.raw(`low_${i}, high_${i}`));
  const beyond = codes.map((code, i) => {
    const column = sql.ref(`r.${table.columns[table.indexOf(code)]}`);
    return sql`${column} < ${sql.ref(`w.low_${i}`)} or ${column} > ${sql.ref(`w.high_${i}`)}`;
  });
  // The widest window in plain values, so that only the partitions that it touches are planned.
  const { rows } = await sql<{ id: number; sealed: readonly NameCell[] | null }>`
    select w.meter_id as id, null::json as sealed from unnest(${numbers(windows.map((one) => meters.check(one.meterId)))}::integer[], ${numbers(windows.map((one) => one.from))}::float8[],
      ${numbers(windows.map((one) => one.to))}::float8[], ${sql.join(bounds)}) w (meter_id, from_ms, to_ms, ${sql.join(names)})
    cross join lateral (
      select from reading r where r.meter_id = w.meter_id
        and r.ts >= to_timestamp(w.from_ms / 1000) and r.ts <= to_timestamp(w.to_ms / 1000)
        and r.ts >= ${new Date(Math.min(...windows.map((one) => one.from)))}::timestamptz
        and r.ts <= ${new Date(Math.max(...windows.map((one) => one.to)))}::timestamptz
        and (${sql.join(beyond, sql` or `)})
      limit 1) r
    union all select 0, (select json_agg(${sql.raw(NAME)}) from reading_block b
      where b.meter_id = any(${numbers(windows.map((one) => one.meterId))}::integer[])
        and b.month between ${monthOf(Math.min(...windows.map((one) => one.from)))}::date
          and ${monthOf(Math.max(...windows.map((one) => one.to)))}::date)`.execute(db);
  const found = new Set(rows.flatMap(({ id }) => (id === 0 ? [] : [id])));
  const blocks = rows.flatMap(({ sealed }) => (sealed ?? []).map(nameOf));
  for (const window of blocks.length > 0 ? windows : []) {
    const inside = { ...window, to: window.to + 1 };
    if (found.has(window.meterId) || blocksIn(blocks, inside).length === 0) continue;
    if (await leaves(db, inside, table)) found.add(window.meterId);
  }
  return found;
}

/** Whether a value of a window is beyond what is calm, among rows of which some are sealed. */
async function leaves(db: Db, window: CalmWindow, table: CodeTable): Promise<boolean> {
  const calm = [...window.calm];
  const columns = calm.map(([code]) => columnIn(code, table));
  const rows = await rowsOf(queryableOf(db), [window], { columns, any: true, said: 'all' });
  return rows.some(([, , , ...values]) =>
    calm.some(([, { low, high }], i) => {
      const value = values[i] ?? null;
      return value !== null && (value < low || value > high);
    }),
  );
}
