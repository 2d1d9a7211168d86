import { DEEP_VALLEY } from '#contract/period.ts';
import { type PeriodRules } from '#contract/periodRule.ts';
import { dayOfDate } from '../time/date.ts';
import { boundsOf, type PriceRows } from './pricesOver.ts';
import { statedOn } from './version.ts';

/** A version of a calendar: for the sites named, else for all that have none of their own. */
export interface DatedRules {
  readonly siteIdList: readonly number[] | null;
  readonly validFrom: string;
  readonly rules: PeriodRules;
}

/** Whether rules name deep valley. */
const namesDeepValley = ({ rules }: PeriodRules): boolean =>
  rules.some(({ segments }) => segments.some(({ period }) => period === DEEP_VALLEY));

/** Whether a scheme, or a version of it, has said by a day what deep valley costs; else it costs what the valley does. */
export const pricesDeepValley = (
  { schemes, versions }: Pick<PriceRows, 'schemes' | 'versions'>,
  planId: number,
  day: number,
): boolean => {
  const scheme = schemes.find(({ id }) => id === planId);
  return scheme === undefined || statedOn(scheme, versions, day, 'price5') != null;
};

/** The newest version of each group of sites (`null` = all others) that has begun on a day. */
function inForce(calendars: readonly DatedRules[], day: number): Map<number | null, DatedRules> {
  const found = new Map<number | null, DatedRules>();
  for (const one of calendars.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))) {
    if (dayOfDate(one.validFrom) > day) break;
    const sites = one.siteIdList?.length ? one.siteIdList : [null];
    for (const site of sites) found.set(site, one);
  }
  return found;
}

/** Whether a calendar that holds for an object on a day names deep valley: a site's own, else any of the enterprise. */
function namedFor(calendars: readonly DatedRules[], orgId: number, day: number): boolean {
  const held = inForce(calendars, day);
  const own = held.get(orgId);
  if (own && own.rules.rules.length > 0) return namesDeepValley(own.rules);
  return [...held.values()].some(({ rules }) => namesDeepValley(rules));
}

/**
 * The first day on which an agreement's calendar names deep valley while its scheme has no price for it, with the
 * scheme; null where there is none.
 */
export function unpricedDeepValley(
  rows: PriceRows,
  calendars: readonly DatedRules[],
): { readonly schemeName: string; readonly day: number } | null {
  const begins = calendars.map(({ validFrom }) => dayOfDate(validFrom));
  const faults = rows.agreements.flatMap((agreed) => {
    const bounds = boundsOf(rows, agreed);
    const [begin = 0, end = 0] = bounds;
    const day = [...bounds, ...begins]
      .filter((one) => one >= begin && one < end)
      .sort((a, b) => a - b)
      .find((one) => namedFor(calendars, agreed.orgId, one) && !pricesDeepValley(rows, agreed.planId, one));
    const scheme = rows.schemes.find(({ id }) => id === agreed.planId);
    return day === undefined || !scheme ? [] : [{ schemeName: scheme.schemeName, day }];
  });
  return faults.toSorted((a, b) => a.day - b.day)[0] ?? null;
}
