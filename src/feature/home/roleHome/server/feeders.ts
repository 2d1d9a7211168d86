import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { meterRows, newestValues } from '#feature/meters/communication/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Feeder, Feeders } from '../contract.ts';
import { byLoad, inSight } from '../domain/load.ts';

const SHOWN = 12;
/** What is older does not stand for the present. */
const PRESENT_MS = 5 * MINUTE_MS;
/** So many meters are looked at: more are no list of feeders. */
const MOST = 2000;

/** The electricity meters of an enterprise that measure, each with its power of the last minutes beside its rated power. */
export async function feedersOf(trx: Db, consumerId: number, now: number): Promise<Feeders> {
  const meters = (await meterRows(trx, { consumerId }, now)).filter(
    ({ dataType }) => dataType === ENERGY.electricity,
  );
  const speaking = meters
    .filter(({ lastAt }) => lastAt !== null && now - lastAt <= PRESENT_MS)
    .slice(0, MOST);
  const values = await newestValues(trx, speaking);
  const { rows } = await sql<{ id: number; rated: number | null }>`
    select id, rated_power::float8 as rated from ammeter
    where id = any (${meters.map(({ id }) => id)}::integer[])`.execute(trx);
  const rated = new Map(rows.map(({ id, rated: power }) => [id, power]));
  const list = meters
    .map((meter): Feeder => ({
      ammeterId: meter.id,
      ammeterName: meter.ammeterName,
      contact: meter.contact,
      timeZone: meter.timeZone,
      power: values.get(meter.id)?.['PZ'] ?? null,
      ratedPower: rated.get(meter.id) ?? null,
      lastAt: meter.lastAt,
    }))
    .toSorted(byLoad);
  return {
    now,
    list: inSight(list, SHOWN),
    count: list.length,
    known: list.filter(({ power }) => power !== null).length,
  };
}
