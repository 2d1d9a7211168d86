import { SLOT_MINUTES, SLOTS } from '#contract/plan.ts';
import { ENERGY_CODES, type EnergyCode } from '#contract/dataCode.ts';
import { dayFact, overlay, type SpecialDays } from '#domain/calendar/dayFact.ts';
import { expectedLoad } from '#domain/storage/expectedLoad.ts';
import { CHARGED, DISCHARGED } from '#domain/storage/sign.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { addDays, dayOfDate } from '#domain/time/date.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import {
  calendarRows,
  nationalDays,
  ownDays,
  queryableOf,
  usageOf,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Station } from './station.ts';

/** So many past days are looked at, and so many of one kind are taken. */
const LOOK_BACK_DAYS = 35;
const MOST_DAYS = 5;

/** The holidays and days worked in their place, of the nation and of the enterprise. */
export async function specialDaysOf(db: Db, { consumerId, timeZone }: Station): Promise<SpecialDays> {
  const rows = await calendarRows(queryableOf(db), consumerId);
  return overlay(nationalDays(timeZone), ownDays(rows.holidays));
}

/** The quarters of a day, kWh, each with what a code says of it in millionths. */
type Quarters = ReadonlyMap<number, readonly (bigint | null)[]>;

async function quartersOf(db: Db, meterId: number, from: number, to: number): Promise<Quarters> {
  const buckets = await usageOf(db, [meterId], LEVEL.quarter, from, to);
  return new Map(buckets.map(({ ts, energies }) => [ts, energies]));
}

const CODE_AT = new Map<EnergyCode, number>(ENERGY_CODES.map((code, i) => [code, i]));
const microOf = (energies: readonly (bigint | null)[] | undefined, code: EnergyCode): bigint | null =>
  energies?.[CODE_AT.get(code) ?? -1] ?? null;

/** Mean power of a quarter from its energy: kW of millionths of a kWh. */
export const powerOf = (micro: bigint): number => (Number(micro) / 1e6) * (60 / SLOT_MINUTES);

/** What a meter gives in a quarter beyond what it takes, in millionths: reverse less forward; null = neither is known. */
export function givenMicro(energies: readonly (bigint | null)[] | undefined): bigint | null {
  const [taken, given] = [microOf(energies, CHARGED), microOf(energies, DISCHARGED)];
  return taken === null && given === null ? null : (given ?? 0n) - (taken ?? 0n);
}

/** The load of a site as it is expected, and from how many past days. */
export interface ExpectedLoad {
  readonly load: readonly (number | null)[] | null;
  readonly days: number;
}

/** What was found for several plans of one call. */
export interface LoadMemo {
  readonly loads: Map<string, Promise<ExpectedLoad>>;
  readonly special: Map<number, Promise<SpecialDays>>;
}

export const loadMemo = (): LoadMemo => ({ loads: new Map(), special: new Map() });

/** What is known by its key, or found now. */
function keep<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

/**
 * What the site is expected to draw from the grid without the battery, kW by slot: the mean of the last five past days
 * of the same kind on which grid and battery were measured. Null where no grid meter is named, or there is no such day.
 */
export async function loadOf(
  db: Db,
  station: Station,
  planDate: string,
  now: number,
  memo: LoadMemo = loadMemo(),
): Promise<ExpectedLoad> {
  if (station.gridMeterId === null) return { load: null, days: 0 };
  const special = await keep(memo.special, station.stationId, () => specialDaysOf(db, station));
  const isOff = (date: string): boolean => dayFact(dayOfDate(date), special).kind !== 'workday';
  // Of a day ahead the last days that are over serve, of a past one those before it.
  const today = [planDate, dateAt(station.timeZone, now)].sort()[0] ?? planDate;
  const off = isOff(planDate);
  return keep(memo.loads, `${station.stationId} ${today} ${off}`, () =>
    meanLoad(db, station, today, (date) => isOff(date) === off),
  );
}

async function meanLoad(
  db: Db,
  { gridMeterId, stationMeterId, timeZone }: Station,
  today: string,
  isAlike: (date: string) => boolean,
): Promise<ExpectedLoad> {
  const first = addDays(today, -LOOK_BACK_DAYS);
  const [from, to] = [startOfDate(timeZone, first), startOfDate(timeZone, today)];
  const grid = await quartersOf(db, gridMeterId ?? 0, from, to);
  const battery = await quartersOf(db, stationMeterId, from, to);
  const past: (readonly (number | null)[])[] = [];
  for (let date = addDays(today, -1); date >= first && past.length < MOST_DAYS; date = addDays(date, -1)) {
    if (!isAlike(date)) continue;
    const begins = startOfDate(timeZone, date);
    const day = Array.from({ length: SLOTS }, (_, slot) => {
      const ts = begins + slot * SLOT_MINUTES * 60_000;
      const given = givenMicro(grid.get(ts));
      const discharged = givenMicro(battery.get(ts));
      return given === null || discharged === null ? null : powerOf(discharged - given);
    });
    if (day.some((kw) => kw !== null)) past.push(day);
  }
  return { load: expectedLoad(past), days: past.length };
}
