import { type Period, PERIODS } from '#contract/period.ts';
import { type Language, type Text, textIn } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { SettlementMonth } from '#domain/demand/settlement.ts';
import type { Range } from '#domain/fold/reach.ts';
import { groupedBy } from '#domain/group.ts';
import { type EventQuarter, eventsOf, standbyOf } from '#domain/storage/event.ts';
import { isCost, linesOf, REVENUE_COST_TYPES, type SettledLine, totalsOf } from '#domain/storage/settle.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { dateAt, secondAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import {
  REVENUE_COST_LABELS,
  type RevenueBar,
  type RevenueChart,
  type RevenueCostType,
  type RevenueEvent,
} from '../contract.ts';
import { type Asset, placeOf, type SiteAssets, siteAssets, type Station } from './asset.ts';
import { daysOf, monthsIn, type RangeParams, rangeOf, reachOf, ruleOf } from './range.ts';
import { lowestCoverage, type Read, readSite, type SettledPart, settleParts, siteOf } from './settle.ts';

/** The types of income and cost, in the order of charts. */
export const typesIn = (language: Language): RevenueCostType[] =>
  REVENUE_COST_TYPES.map((code) => ({
    code,
    name: textIn(REVENUE_COST_LABELS[code], language),
    kind: isCost(code) ? 'cost' : 'income',
  }));

/** Beyond so many days a chart is by settlement months. */
const MOST_DAYS = 62;

const sumOf = (lines: readonly SettledLine[], take: (line: SettledLine) => boolean): bigint | null =>
  lines.reduce<bigint | null>(
    (sum, line) => (take(line) && line.amount !== null ? (sum ?? 0n) + line.amount : sum),
    null,
  );

/** What a bar is of, with the settlement months whose demand it shows. */
interface Step extends Range {
  readonly label: string;
  readonly months: readonly SettlementMonth[];
}

/** The days of a chart. The demand saved of a month is known at its end: it is in the bar of its last day, or of the newest. */
export function dailySteps(
  zone: Zone,
  range: Range,
  months: readonly SettlementMonth[],
  now: number,
): Step[] {
  const days = daysOf(zone, range).filter((day) => day.from <= now);
  return days.map((day, i) => ({
    ...day,
    months: months.filter(({ to }) => {
      const end = Math.min(to, now);
      return i === days.length - 1 ? end > day.from : end > day.from && end <= day.to;
    }),
  }));
}

/** The settlement months of a chart, and the days at its ends that make no whole one, by their dates. */
export function monthlySteps(
  zone: Zone,
  range: Range,
  months: readonly SettlementMonth[],
  now: number,
): Step[] {
  const reach = reachOf(range, months, now);
  const part = (from: number, to: number): Step[] => {
    if (from >= to || from >= now) return [];
    const [first, last] = [dateAt(zone, from), dateAt(zone, Math.min(to, now) - 1)];
    return [{ label: first === last ? first : `${first} – ${last.slice(5)}`, from, to, months: [] }];
  };
  const whole = months.map((one) => ({ label: one.month, from: one.from, to: Math.min(one.to, reach.to), months: [one] })); // prettier-ignore
  return [
    ...part(range.from, whole[0]?.from ?? range.to),
    ...whole,
    ...part(whole.at(-1)?.to ?? range.to, range.to),
  ];
}

/** What was saved of the demand of months, also by a battery that was put out of use within them. */
const savedIn = (parts: readonly SettledPart[], months: readonly SettlementMonth[]): SettledLine[] =>
  parts.flatMap(({ lines, demands }) =>
    lines
      .filter(({ type }) => type === 'demandSaved')
      .filter((_, i) => months.some(({ from }) => from === demands[i]?.from)),
  );

/** @param saved lines of the demand saved, beside what the interval came to */
async function barOf(
  read: Read,
  { label, from, to, months }: Step,
  saved: readonly SettledLine[],
): Promise<RevenueBar> {
  const parts = await settleParts(read, { from, to, months });
  const lines = [...parts.flatMap((part) => part.lines), ...saved];
  const { income, cost, net } = totalsOf(lines);
  return {
    label,
    from,
    to,
    values: REVENUE_COST_TYPES.map((type) => {
      const sum = sumOf(lines, (line) => line.type === type);
      return sum === null ? null : yuanOf(sum);
    }),
    income: yuanOf(income),
    cost: yuanOf(cost),
    net: yuanOf(net),
    coverage: lowestCoverage(read, parts),
    doubtful: parts.some(({ settled }) => settled.doubts.length > 0),
  };
}

interface Asked {
  readonly site: SiteAssets;
  readonly range: Range;
  /** The settlement months that lie in it. */
  readonly months: readonly SettlementMonth[];
  readonly read: Read;
}

/** What a chart of a site is made of. */
async function readRange(trx: Db, siteId: number, params: RangeParams, now: number): Promise<Asked> {
  const place = await placeOf(trx, siteId);
  const range = rangeOf(place.zone, params, now);
  const months = monthsIn(place.zone, await ruleOf(trx, place), range, now);
  const reach = reachOf(range, months, now);
  const site = await siteAssets(trx, siteId, reach);
  return { site, range, months, read: await readSite(trx, site, reach, now) };
}

/** Income and cost of a site by day, or by settlement month where there are many; the bars are all of the time. */
export async function revenueChart(
  trx: Db,
  siteId: number,
  params: RangeParams,
  now: number,
  language: Language,
): Promise<RevenueChart> {
  const { site, range, months, read } = await readRange(trx, siteId, params, now);
  const days = dailySteps(site.zone, range, months, now);
  const step = days.length > MOST_DAYS && months.length > 0 ? 'month' : 'day';
  const steps = step === 'day' ? days : monthlySteps(site.zone, range, months, now);
  const parts = await settleParts(read, { ...range, months });
  const bars: RevenueBar[] = [];
  for (const one of steps)
    bars.push(
      step === 'month'
        ? await barOf(read, one, [])
        : await barOf(read, { ...one, months: [] }, savedIn(parts, one.months)),
    );
  const total = siteOf(read, parts, range);
  return { siteId, step, types: typesIn(language), bars, total };
}

const STANDBY: Text = { zh: '待机用电', en: 'Standby' };

interface FoundEvent {
  readonly asset: Asset;
  readonly at: number;
  readonly end: number;
  readonly type: 'charging' | 'discharging' | 'demandSaved';
  readonly period: Period | 0;
  readonly quantity: number | null;
  readonly amount: number | null;
  readonly standby?: true;
}

/** Charges and discharges, and for each day what the battery needed while it stood. */
function batteryEvents(zone: Zone, asset: Station, quarters: readonly EventQuarter[]): FoundEvent[] {
  const { active, standby } = standbyOf(quarters, asset.ratedPower);
  const told = eventsOf(active, QUARTER_MS).map((event): FoundEvent => ({
    asset,
    at: event.ts,
    end: event.end,
    type: event.type,
    period: event.period,
    quantity: microToNumber(event.quantity),
    amount: event.amount === null ? null : yuanOf(event.amount),
  }));
  const days = groupedBy(standby, ({ ts, type }) => `${zone.localDay(ts)} ${type}`);
  for (const own of days.values()) {
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) continue;
    const lines = linesOf(
      own.map(({ type, period, price, quantity }) => ({ type, period, price, quantity })),
    );
    const quantity = own.reduce((sum, one) => sum + one.quantity, 0n);
    const amount = sumOf(lines, () => true);
    told.push({
      asset,
      at: first.ts,
      end: last.ts + QUARTER_MS,
      type: first.type,
      period: 0,
      quantity: microToNumber(quantity),
      amount: amount === null ? null : yuanOf(amount),
      standby: true,
    });
  }
  return told;
}

/** What the batteries of a site did, in the order of time, with what each came to and what months brought beside. */
export async function revenueEvents(
  trx: Db,
  siteId: number,
  params: RangeParams,
  now: number,
  language: Language,
): Promise<RevenueEvent[]> {
  const { site, range, months, read } = await readRange(trx, siteId, params, now);
  const parts = await settleParts(read, { ...range, months });
  const events = parts.flatMap(({ asset, settled, demands }): FoundEvent[] => [
    ...(asset.kind === 'storage' ? batteryEvents(site.zone, asset, settled.events) : []),
    ...demands.map(({ to, amount }) => ({
      asset,
      // It is known at the end of its month, at once.
      at: Math.min(to, now),
      end: Math.min(to, now),
      type: 'demandSaved' as const,
      period: 0 as const,
      quantity: null,
      amount,
    })),
  ]);
  let fen = 0;
  return events
    .toSorted((a, b) => a.at - b.at || a.asset.id - b.asset.id)
    .map(({ asset, at, end, type, period, quantity, amount, standby }) => {
      fen += Math.round((amount ?? 0) * 100);
      const named = textIn(standby ? STANDBY : REVENUE_COST_LABELS[type], language);
      const of = period === 0 ? '' : textIn(PERIODS[period], language);
      return {
        eventName: [of, named].filter(Boolean).join(' '),
        eventTime: secondAt(site.zone, at),
        at,
        end,
        type,
        period,
        assetId: asset.id,
        assetName: asset.name,
        quantity,
        amountValue: amount,
        netIncome: fen / 100,
      };
    });
}
