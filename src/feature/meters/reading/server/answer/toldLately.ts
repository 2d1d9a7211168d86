import { meanOf } from '#domain/decimal/sum.ts';
import type { Db } from '#server/database/db.ts';
import { readings } from '#series/public.ts';
import { visibleMeterSet } from './meterSets.ts';

/** What a device told of a code, and when (ms). */
interface Told {
  readonly value: number;
  readonly at: number;
}

/**
 * What the devices of meters told last of a code in an interval (ms, both ends belong to it), by meter; absent where they told nothing, or the
 * executor's scope does not show the meter. For intervals of minutes.
 * @throws RangeError for an unknown code
 */
export async function toldLately(
  db: Db,
  meterIds: readonly number[],
  code: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, Told>> {
  const meters = await visibleMeterSet(db, meterIds);
  const windows = meters.ids.map((meterId) => ({ meterId, from, to: to + 1 }));
  const { n, window, ts, values } = await readings(db, meters, windows, [code], { said: 'device' });
  const last = new Map<number, Told>();
  for (let i = 0; i < n; i++)
    last.set(windows[window[i] as number]?.meterId as number, {
      value: values[0]?.[i] as number,
      at: ts[i] as number,
    });
  return last;
}

/** Mean of what a device told of a code, and when it told it last (ms). */
interface Mean {
  readonly value: number;
  readonly last: number;
}

/** The same as the mean of what they told, with the instant of the last. */
export async function meanLately(
  db: Db,
  meterIds: readonly number[],
  code: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, Mean>> {
  const meters = await visibleMeterSet(db, meterIds);
  const windows = meters.ids.map((meterId) => ({ meterId, from, to: to + 1 }));
  const { n, window, ts, values } = await readings(db, meters, windows, [code], { said: 'device' });
  const told = new Map<number, { said: number[]; last: number }>();
  for (let i = 0; i < n; i++) {
    const id = windows[window[i] as number]?.meterId as number;
    const one = told.get(id) ?? { said: [], last: 0 };
    one.said.push(values[0]?.[i] as number);
    one.last = ts[i] as number;
    told.set(id, one);
  }
  return new Map(
    [...told].flatMap(([id, { said, last }]) => {
      const value = meanOf(said);
      return value === null ? [] : [[id, { value, last }] as const];
    }),
  );
}
