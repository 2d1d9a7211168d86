import { settlementMonths } from '#domain/demand/settlement.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { monthAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { AssetSite } from '../contract.ts';

type Settled = Pick<AssetSite, 'timeZone' | 'settlementDay' | 'settlementHour'>;

/** The settlement month of a site that runs at an instant: with a late day of settlement it is called by the calendar month to come. */
export function runningMonth(site: Settled | undefined, at: number): string {
  if (!site) return monthAt(HOME_ZONE, at);
  const { timeZone, settlementDay: day, settlementHour: hour } = site;
  const [running] = settlementMonths(zoneOf(timeZone), { day, hour }, { from: at, to: at + 1 });
  return running?.month ?? monthAt(timeZone, at);
}

/** The settlement month in which a date of a site ends. */
export const monthOfDate = (site: Settled, date: string): string =>
  runningMonth(site, zoneOf(site.timeZone).startOfDay(dayOfDate(date) + 1) - 1);
