import { SLOT_MINUTES, SLOTS } from '#contract/plan.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { dayFact, overlay, type SpecialDays } from '#domain/calendar/dayFact.ts';
import { expectedLoad } from '#domain/storage/expectedLoad.ts';
import { daySlots, onDay } from '#domain/storage/slots.ts';
import { addDays, dayOfDate } from '#domain/time/date.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import {
  calendarRows,
  nationalDays,
  ownDays,
  type QuarterEnergy,
  quarterEnergies,
  queryableOf,
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

/** The quarters of a time that a meter knows of, by their beginning, ms. */
export async function quartersOf(
  db: Db,
  meterId: number,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, QuarterEnergy>> {
  const quarters = (await quarterEnergies(db, [meterId], { from, to })).get(meterId) ?? [];
  return new Map(quarters.map((one) => [one.ts, one]));
}

/** Mean power of a quarter from its energy: kW of millionths of a kWh. */
export const powerOf = (micro: bigint): number => (Number(micro) / 1e6) * (60 / SLOT_MINUTES);

/** What makes the energy of a quarter one that nobody measured in it. */
const RECKONED = FLAG.interpolated | FLAG.estimated | FLAG.partial;
/** So much of a quarter is backed by readings at least, s. */
const LEAST_COVERED_S = (0.95 * QUARTER_MS) / 1000;

/**
 * What a battery gave in a quarter beyond what it took, in millionths of a kWh: what its meter counts in reverse less what it
 * counts forward (`sign.ts`). Null where one of them is not known, or not measured in this very quarter.
 */
export function dischargedMicro(quarter: QuarterEnergy | undefined): bigint | null {
  if (!quarter || quarter.forward === null || quarter.reverse === null) return null;
  if ((quarter.flags & RECKONED) !== 0 || quarter.coveredS < LEAST_COVERED_S) return null;
  return quarter.reverse - quarter.forward;
}

/** What a supply brings in a quarter beyond what is fed in, in millionths: one that counts no reverse energy feeds none in. */
const broughtMicro = (quarter: QuarterEnergy | undefined): bigint | null =>
  !quarter || quarter.forward === null ? null : quarter.forward - (quarter.reverse ?? 0n);

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
  const { load, days } = await keep(memo.loads, `${station.stationId} ${today} ${off}`, () =>
    meanLoad(db, station, today, (date) => isOff(date) === off),
  );
  return { load: load && onDay(load, daySlots(station.timeZone, planDate), null), days };
}

/** The same of the past days before one, by the clock of an ordinary day. */
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
    const day: (number | null)[] = Array.from({ length: SLOTS }, () => null);
    daySlots(timeZone, date).usual.forEach((slot, quarter) => {
      const ts = begins + quarter * QUARTER_MS;
      const brought = broughtMicro(grid.get(ts));
      const discharged = dischargedMicro(battery.get(ts));
      if (brought !== null && discharged !== null) day[slot] = powerOf(brought + discharged);
    });
    if (day.some((kw) => kw !== null)) past.push(day);
  }
  return { load: expectedLoad(past), days: past.length };
}
