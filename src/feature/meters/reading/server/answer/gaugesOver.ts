import { groupedBy } from '#domain/group.ts';
import { sql } from 'kysely';
import { CODES } from '#contract/dataCode.ts';
import { RANK, resolve } from '#domain/fold/point.ts';
import { isVoid, type Void } from '#domain/fold/void.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';

/** An interval of a meter, both ends of it (ms) included. */
export interface GaugeWindow {
  readonly meterId: number;
  readonly from: number;
  readonly to: number;
}

/** The values of a meter that count at an instant (ms), by data code. */
export interface GaugeValues {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

type Row = {
  readonly meterId: number;
  readonly ts: number;
  readonly source: number;
  readonly rank: number;
} & Record<string, number | null>;

/**
 * The values of some codes that count of many meters at once, each over a window of its own, in the order of time; those
 * of curves (`readingsOf`), for what is judged of all that comes. `db` is opened for the system.
 */
export async function gaugesOver(
  db: Db,
  windows: readonly GaugeWindow[],
  codes: readonly string[],
  table = CODES,
): Promise<ReadonlyMap<number, readonly GaugeValues[]>> {
  if (windows.length === 0 || codes.length === 0) return new Map();
  const columns = codes.map((code) => sql.ref(`r.${table.columns[table.indexOf(code)]}`));
  const any = sql.join(columns.map((column) => sql`${column} is not null`), sql` or `); // prettier-ignore
  const cells = columns.map((column, i) => sql`${column} as ${sql.ref(`c${i}`)}`);
  // The widest window in plain values, so that only the partitions that it touches are planned.
  const { rows } = await sql<Row>`
    select w.meter_id as "meterId", r.* from unnest(${numbers(windows.map((one) => one.meterId))}::integer[],
      ${numbers(windows.map((one) => one.from))}::float8[], ${numbers(windows.map((one) => one.to))}::float8[])
        w (meter_id, from_ms, to_ms)
    cross join lateral (
      select date_part('epoch', r.ts) * 1000 as ts, r.source, coalesce(s.rank, ${RANK.device})::integer as rank, ${sql.join(cells)}
      from reading r left join data_source s on s.id = r.source
      where r.meter_id = w.meter_id and r.ts >= to_timestamp(w.from_ms / 1000) and r.ts <= to_timestamp(w.to_ms / 1000)
        and r.ts >= ${new Date(Math.min(...windows.map((one) => one.from)))}::timestamptz
        and r.ts <= ${new Date(Math.max(...windows.map((one) => one.to)))}::timestamptz and (${any})
        and (r.source = 0 or s.status = 1)
      order by r.ts) r`.execute(db);
  const voids = await voidsOf(db, [...new Set(windows.map((one) => one.meterId))]);
  const byMeter = groupedBy(rows, (row) => row.meterId);
  return new Map([...byMeter].map(([id, list]) => [id, countingValues(list, codes, voids.get(id) ?? [])]));
}

function countingValues(
  rows: readonly Row[],
  codes: readonly string[],
  voids: readonly Void[],
): GaugeValues[] {
  if (voids.length === 0 && isPlain(rows)) return rows.map((row) => plainValues(row, codes));
  const byInstant = new Map<number, Record<string, number>>();
  codes.forEach((code, i) => {
    const readings = rows.flatMap((row) => {
      const value = row[`c${i}`] ?? null;
      const ts = Math.round(row.ts);
      const { source, rank } = row;
      return value === null || isVoid(voids, 'reading', code, { from: ts, to: ts, source })
        ? []
        : [{ ts, source, rank, value }];
    });
    for (const { ts, value } of resolve(readings)) {
      const values = byInstant.get(ts) ?? {};
      values[code] = value;
      byInstant.set(ts, values);
    }
  });
  return [...byInstant].map(([at, values]) => ({ at, values })).toSorted((a, b) => a.at - b.at);
}

/** Whether each instant was told once: then nothing has to be chosen. Rows come in the order of time. */
const isPlain = (rows: readonly Row[]): boolean =>
  rows.every(({ ts }, i) => i === 0 || Math.round(ts) > Math.round((rows[i - 1] as Row).ts));

function plainValues(row: Row, codes: readonly string[]): GaugeValues {
  const values: Record<string, number> = {};
  for (let i = 0; i < codes.length; i++) {
    const value = row[`c${i}`] ?? null;
    if (value !== null) values[codes[i] as string] = value;
  }
  return { at: Math.round(row.ts), values };
}

async function voidsOf(db: Db, meterIds: readonly number[]): Promise<ReadonlyMap<number, Void[]>> {
  type VoidRow = Omit<Void, 'from' | 'to'> & {
    readonly meterId: number;
    readonly from: Date;
    readonly to: Date;
  };
  const { rows } = await sql<VoidRow>`
    select v.meter_id as "meterId", v.code, v.kind, v.from_ts as from, v.to_ts as to, v.source, v.target
    from reading_void v join data_source d on d.id = v.source and d.status = 1
    where v.meter_id = any (${meterIds}::integer[]) order by v.id`.execute(db);
  const voids = rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
  return groupedBy(voids, (one) => one.meterId);
}
