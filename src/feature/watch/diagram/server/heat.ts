import { ENERGY_CODES } from '#contract/dataCode.ts';
import type { Picture } from '#contract/scene/scene.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import { usageOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DiagramHead, HeatAnswer } from '../contract.ts';
import { metersOf } from './values.ts';

const FORWARD = ENERGY_CODES.indexOf('PP');
/** The level of hours in `usage`. */
const HOURS = 2;

/** What the meters of a picture used in each hour of a day (YYYY-MM-DD) of its site; hours to come are not known. */
export async function heatOf(
  trx: Db,
  { timeZone }: DiagramHead,
  scene: Picture | null,
  date: string,
  now: number,
): Promise<HeatAnswer> {
  const [from, to] = [startOfDate(timeZone, date), startOfDate(timeZone, date, 1)];
  const bound = (scene?.elements ?? []).flatMap(({ bindings }) => bindings ?? []);
  const meters = await metersOf(trx, bound.flatMap(({ source }) => ('ammeterId' in source ? [source.ammeterId] : []))); // prettier-ignore
  const until = Math.min(to, now);
  const buckets = until > from ? await usageOf(trx, [...meters.keys()], HOURS, from, until) : [];
  const hours = Math.round((to - from) / HOUR_MS);
  const drawn = new Map(
    [...meters.values()].map(({ id, unit, ratedPower }) => [
      id,
      {
        ammeterId: id,
        unit,
        ratedPower,
        energies: Array.from({ length: hours }, (): number | null => null),
        coveredS: Array.from({ length: hours }, () => 0),
      },
    ]),
  );
  for (const { meterId, ts, energies, coveredS } of buckets) {
    const one = drawn.get(meterId);
    const hour = Math.floor((ts - from) / HOUR_MS);
    if (!one || hour < 0 || hour >= hours) continue;
    const energy = energies[FORWARD] ?? null;
    one.energies[hour] = energy === null ? null : microToNumber(energy);
    one.coveredS[hour] = coveredS;
  }
  return { from, to, meters: [...drawn.values()] };
}
