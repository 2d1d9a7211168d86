import type { CodeTable } from '#contract/dataCode.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import { queryableOf } from '#server/database/queryable.ts';
import type { MeterSet } from '../meterSet.ts';
import { columnIn, INSIDE, type MeterWindow, type Said, saidBy, sides, widest } from './window.ts';

/** A window in which the first or last reading is asked for, of a code or of any. */
interface EdgeWindow extends MeterWindow {
  readonly code?: string;
}

/**
 * The instant (ms) of the last or first reading in each window, null where there is none.
 * @throws RangeError for a window of a meter that is not in the set
 */
export async function edges(
  db: Db,
  meters: MeterSet,
  windows: readonly EdgeWindow[],
  side: 'first' | 'last',
  { said = 'all', table }: { readonly said?: Said; readonly table?: CodeTable } = {},
): Promise<(number | null)[]> {
  for (const { meterId } of windows) meters.check(meterId);
  const found: (number | null)[] = windows.map(() => null);
  if (windows.length === 0) return found;
  const parts: string[] = [];
  const { condition, values: sources } = saidBy(said, 3);
  const values: unknown[] = [...widest(windows), ...sources];
  for (const [code, list] of groupedBy([...windows.entries()], ([, { code: one }]) => one)) {
    const begin = values.length;
    values.push(numbers(list.map(([i]) => i)), ...sides(list.map(([, window]) => window))); // prettier-ignore
    const [n, ids, from, to] = [1, 2, 3, 4].map((i) => `$${begin + i}`);
    const has = code === undefined ? '' : `and ${columnIn(code, table)} is not null`;
    parts.push(`select w.n, (
        select date_part('epoch', r.ts) * 1000 from reading r
        where ${INSIDE} and r.ts >= $1 and r.ts < $2 ${has} and ${condition}
        order by r.ts ${side === 'last' ? 'desc' : ''} limit 1) as "at"
      from unnest(${n}::integer[], ${ids}::integer[], ${from}::float8[], ${to}::float8[]) w (n, meter_id, from_ms, to_ms)`);
  }
  const { rows } = await queryableOf(db).query<{ n: number; at: number | null }>({
    text: parts.join(' union all '),
    values,
  });
  for (const { n, at } of rows) found[n] = at === null ? null : Math.round(at);
  return found;
}
