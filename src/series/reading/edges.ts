import { CODES, type CodeTable } from '#contract/dataCode.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import { type Queryable, queryableOf } from '#server/database/queryable.ts';
import type { MeterSet } from '../meterSet.ts';
import { askedAgain } from '../sealed/load.ts';
import { says } from '../sealed/merge.ts';
import { NAME, type NameCell, nameOf, touches } from '../sealed/name.ts';
import { type Side, sealedEdge } from '../sealed/edge.ts';
import { columnIn, INSIDE, type MeterWindow, type Said, saidBy, sides, widest } from './window.ts';

/** A window in which the first or last reading is asked for, of a code or of any. */
interface EdgeWindow extends MeterWindow {
  readonly code?: string;
}

interface EdgeRow {
  readonly n: number;
  readonly at: number | null;
  /** Blocks that may have one beyond it. */
  readonly sealed: readonly NameCell[] | null;
}

interface EdgeOptions {
  readonly said?: Said;
  readonly table?: CodeTable;
}

/**
 * The instant (ms) of the last or first reading in each window, null where there is none.
 * @throws RangeError for a window of a meter that is not in the set
 */
export async function edges(
  db: Db,
  meters: MeterSet,
  windows: readonly EdgeWindow[],
  side: Side,
  { said = 'all', table = CODES }: EdgeOptions = {},
): Promise<(number | null)[]> {
  for (const { meterId } of windows) meters.check(meterId);
  if (windows.length === 0) return [];
  const queryable = queryableOf(db);
  return askedAgain(async () => {
    const found: (number | null)[] = windows.map(() => null);
    for (const { n, at, sealed } of await rowsAt(queryable, windows, side, said, table)) {
      const known = at === null ? null : Math.round(at);
      const window = windows[n] as EdgeWindow;
      const code = window.code === undefined ? undefined : table.indexOf(window.code);
      const counts = (_: number, source: number): boolean => says(said, source);
      const wish = { ...window, code, column: code === undefined ? undefined : table.columns[code], counts };
      found[n] = sealed ? await sealedEdge(queryable, sealed.map(nameOf), wish, side, known) : known;
    }
    return found;
  });
}

async function rowsAt(
  db: Queryable,
  windows: readonly EdgeWindow[],
  side: Side,
  said: Said,
  table: CodeTable,
): Promise<EdgeRow[]> {
  const parts: string[] = [];
  const { condition, values: sources } = saidBy(said, 3);
  const values: unknown[] = [...widest(windows), ...sources];
  const beyond =
    side === 'last'
      ? `b.last_ts > coalesce(e.ts, '-infinity') and b.month > (coalesce(e.ts, '-infinity') at time zone 'UTC')::date - 32`
      : `b.first_ts < coalesce(e.ts, 'infinity') and b.month <= (coalesce(e.ts, 'infinity') at time zone 'UTC')::date`;
  for (const [code, list] of groupedBy([...windows.entries()], ([, { code: one }]) => one)) {
    const begin = values.length;
    values.push(numbers(list.map(([i]) => i)), ...sides(list.map(([, window]) => window))); // prettier-ignore
    const [n, ids, from, to] = [1, 2, 3, 4].map((i) => `$${begin + i}`);
    const has = code === undefined ? '' : `and ${columnIn(code, table)} is not null`;
    parts.push(`select w.n, date_part('epoch', e.ts) * 1000 as "at", (
        select json_agg(${NAME}) from reading_block b
        where b.meter_id = w.meter_id
          and ${touches('to_timestamp(w.from_ms / 1000)', 'to_timestamp(w.to_ms / 1000)')} and ${beyond}) as sealed
      from unnest(${n}::integer[], ${ids}::integer[], ${from}::float8[], ${to}::float8[]) w (n, meter_id, from_ms, to_ms)
      left join lateral (
        select r.ts from reading r
        where ${INSIDE} and r.ts >= $1 and r.ts < $2 ${has} and ${condition}
        order by r.ts ${side === 'last' ? 'desc' : ''} limit 1) e on true`);
  }
  const { rows } = await db.query<EdgeRow>({ text: parts.join(' union all '), values });
  return rows;
}
