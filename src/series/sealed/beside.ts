import type { Db } from '#server/database/db.ts';
import { type Queryable, queryableOf } from '#server/database/queryable.ts';
import type { MeterSet } from '../meterSet.ts';
import { columnIn, type MeterWindow } from '../reading/window.ts';
import { askedAgain, openBlock } from './load.ts';
import { keepStill } from './lock.ts';
import { firstAt, type Row, sealedRows } from './merge.ts';
import { monthOf } from './month.ts';
import { type BlockName, NAME, type NameCell, nameOf, touches } from './name.ts';

/*
 * For the few statements that join rows with the archive: what of their answer stands in blocks. They ask it before, in their
 * transaction, in which no month is sealed or opened from then on.
 */

/** The first or last instant that the device of a meter told, as SQL. @param meter its id in the statement, such as `a.id` */
export const deviceEdge = (side: 'first' | 'last', meter: string): string => {
  const [least, order] = side === 'first' ? ['least', ''] : ['greatest', ' desc'];
  return `${least}((select r.ts from reading r where r.meter_id = ${meter} and r.source = 0 order by r.ts${order} limit 1),
    (select b.device_${side}_ts from reading_block b where b.meter_id = ${meter} and b.device_${side}_ts is not null
     order by b.month${order} limit 1))`;
};

/** Whether any month of any meter that touches [from, to) (ms) is sealed, which stays so until the transaction ends. */
export async function anySealed(db: Db, from: number, to: number): Promise<boolean> {
  const queryable = queryableOf(db);
  await keepStill(queryable);
  const { rows } = await queryable.query({
    text: 'select from reading_block where month between $1::date and $2::date limit 1',
    values: [monthOf(from), monthOf(to)],
  });
  return rows.length > 0;
}

/**
 * The instants of devices in sealed months of meters, as two lists side by side: meters and ms.
 * @throws RangeError for a window of a meter that is not in the set
 */
export async function sealedInstants(
  db: Db,
  meters: MeterSet,
  windows: readonly MeterWindow[],
): Promise<{ readonly meterIds: readonly number[]; readonly stamps: readonly number[] }> {
  return eachNamed(db, meters, windows, async (queryable, named) => {
    const meterIds: number[] = [];
    const stamps: number[] = [];
    for (const { name, n } of named) {
      const { from, to } = windows[n] as MeterWindow;
      const { ts, source } = (await openBlock(queryable, name)).block;
      for (let i = firstAt(ts, from); i < ts.length && (ts[i] as number) < to; i++) {
        if (source[i] !== 0) continue;
        meterIds.push(name.meterId);
        stamps.push(ts[i] as number);
      }
    }
    return { meterIds, stamps };
  });
}

/**
 * The values of one source that stand in blocks and not as rows too.
 * @returns the place of the window, ms, source, and the value of each code (null = none)
 * @throws RangeError for a window of a meter that is not in the set
 */
export async function sealedValues(
  db: Db,
  meters: MeterSet,
  windows: readonly (MeterWindow & { readonly source: number })[],
  codes: readonly string[],
): Promise<readonly Row[]> {
  const found = await blockRows(db, meters, windows, codes, (source, n) => windows[n]?.source === source);
  if (found.length === 0) return found;
  const { rows } = await queryableOf(db).query<{ n: number }>({
    text: `select v.n::integer as n from unnest($1::integer[], $2::float8[], $3::integer[]) with ordinality v (m, ms, s, n)
           join reading r on r.meter_id = v.m and r.ts = timestamptz 'epoch' + v.ms * interval '1 millisecond' and r.source = v.s`,
    values: [
      found.map(([n]) => windows[n as number]?.meterId),
      found.map(([, ts]) => ts),
      found.map(([, , source]) => source),
    ],
  });
  const beside = new Set(rows.map(({ n }) => n - 1));
  return found.filter((_, i) => !beside.has(i));
}

async function blockRows(
  db: Db,
  meters: MeterSet,
  windows: readonly MeterWindow[],
  codes: readonly string[],
  counts: (source: number, window: number) => boolean,
): Promise<Row[]> {
  const wish = {
    columns: codes.map((code) => columnIn(code).slice('r.'.length)),
    any: codes.length > 0,
    said: 'all',
  } as const;
  return eachNamed(db, meters, windows, async (queryable, named) => {
    const found: Row[] = [];
    for (const { name, n } of named)
      for (const row of await sealedRows(queryable, [name], windows[n] as MeterWindow, n, wish))
        if (counts(row[2] as number, n)) found.push(row);
    return found;
  });
}

/** A block that touches a window, by its place in the list. */
interface Named {
  readonly name: BlockName;
  readonly n: number;
}

/** Reads the blocks that touch windows, in the order of windows and time; no month is sealed or opened meanwhile. */
async function eachNamed<T>(
  db: Db,
  meters: MeterSet,
  windows: readonly MeterWindow[],
  read: (queryable: Queryable, named: readonly Named[]) => Promise<T>,
): Promise<T> {
  for (const { meterId } of windows) meters.check(meterId);
  const queryable = queryableOf(db);
  await keepStill(queryable);
  return askedAgain(async () => {
    const { rows } = await queryable.query<{ sealed: NameCell; n: number }>({
      text: `select ${NAME} as sealed, w.n::integer - 1 as n
             from unnest($1::integer[], $2::float8[], $3::float8[]) with ordinality w (meter_id, from_ms, to_ms, n)
             join reading_block b on b.meter_id = w.meter_id
               and ${touches('to_timestamp(w.from_ms / 1000)', 'to_timestamp(w.to_ms / 1000)')} order by w.n, b.month`,
      values: [
        windows.map((one) => one.meterId),
        windows.map((one) => one.from),
        windows.map((one) => one.to),
      ],
    });
    return read(queryable, rows.map(({ sealed, n }) => ({ name: nameOf(sealed), n }))); // prettier-ignore
  });
}
