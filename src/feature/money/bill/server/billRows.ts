import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { methodText } from '#domain/demand/ruleText.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { dateAt, timeAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { SignedMeter } from '#feature/meters/reading/server/public.ts';
import type { BillPartView, BillRow, BillView, DoubtfulLine } from '../contract.ts';
import { perKvaOf } from '../domain/basic.ts';
import { daysOfRange } from '../domain/span.ts';
import type { Book } from '../domain/terms.ts';
import type { BilledSpan, Party } from './account.ts';
import { itemOf, keyOfLine, unitOf } from './lineText.ts';
import type { ComputedBill, Measured } from './month.ts';
import { isAtLeast, type RunFacts } from './monthFacts.ts';

/** A bill with everything that it was made of. */
export interface FoundBill extends ComputedBill {
  /** The agreement of the last days of the month. */
  readonly agreed: Party;
  readonly measured: Measured;
  readonly book: Book;
}

/** The meters of all objects that are billed in a month. */
export function metersOf({ month }: Measured): readonly SignedMeter[] {
  const all = month.spans.flatMap(({ agreed }) => agreed.context.signed);
  return [...new Map(all.map((one) => [one.meterId, one])).values()];
}

/** Those of them of which nothing ever came. */
export function neverHeardOf({ month }: Measured): BillView['neverHeard'] {
  const all = month.spans.flatMap(({ agreed }) => agreed.context.subject.neverHeard);
  return [...new Map(all.map((one) => [one.ammeterId, one])).values()];
}

/** How a month is divided; empty where one agreement holds in all of it. */
export function partsOf({ month }: Measured): BillPartView[] {
  const parts = month.spans.map((span) => ({
    ...daysOfRange(span.agreed.zone, span, span.monthDays),
    schemeName: span.scheme.schemeName,
    orgName: span.agreed.orgName,
    capacity: span.capacity === null ? null : Number(span.capacity),
    contractDemand: span.contractDemand === null ? null : Number(span.contractDemand),
  }));
  const [only] = parts;
  return parts.length === 1 && only?.days === only?.of ? [] : parts;
}

const number = (micro: bigint | null): string =>
  micro === null ? '--' : microToNumber(micro).toLocaleString('en-US');

/** The maximum demand of the days of a line, and how it is known. */
const demandOf = ({ runs }: Measured, { days }: BillLine): RunFacts['demand'] =>
  runs.find(
    ({ from, to, context: { zone } }) =>
      !days || (dateAt(zone, from) <= days.since && days.since <= dateAt(zone, to - 1)),
  )?.demand ?? null;

/** The span of the days of a line. */
export const spanOf = ({ month }: Measured, { days }: BillLine): BilledSpan | undefined =>
  month.spans.findLast(({ from, agreed }) => !days || dateAt(agreed.zone, from) <= days.since);

const NOTHING: Text = { zh: '', en: '' };

/** The end of an interval, without its date where that is the one of its begin. */
const toClock = (zone: Zone, { from, to }: Range): string =>
  timeAt(zone, to).slice(dateAt(zone, from) === dateAt(zone, to) ? 11 : 0);

function demandText(line: BillLine, { measured, agreed: { zone } }: FoundBill): Text {
  const demand = demandOf(measured, line);
  const peak = demand?.reported.maximum ?? null;
  const when = peak ? `${timeAt(zone, peak.from)}–${toClock(zone, peak)}` : '--';
  const value = number(peak?.demand ?? null);
  const how = demand?.method ?? methodText(null);
  const least = isAtLeast(demand) ? { zh: '至少 ', en: 'at least ' } : NOTHING;
  const proven = peak?.proven ? { zh: '（表底差证实）', en: ' (proven by registers)' } : NOTHING;
  const cheaper = line.discounted ? discountText(measured) : NOTHING;
  const declared = spanOf(measured, line)?.contractDemand ?? '--';
  return {
    zh: `最大需量 ${least.zh}${value} kW${proven.zh}，${when}，${how.zh}${line.part === 'actual' ? '' : `；合同需量 ${declared} kW，超过其 105% 的部分加倍`}${cheaper.zh}`,
    en: `Maximum demand ${least.en}${value} kW${proven.en}, ${when}, ${how.en}${line.part === 'actual' ? '' : `; declared ${declared} kW, above 105% of it twice the price`}${cheaper.en}`,
  };
}

function discountText(measured: Measured): Text {
  const found = perKvaOf(measured);
  const value = found && found.kva > 0n ? number(((found.energy * 100n) / found.kva) * 10_000n) : '--';
  return {
    zh: `；每千伏安月用电 ${value} kWh，不低于 260 kWh：需量电价 9 折`,
    en: `; ${value} kWh per kVA, not below 260: demand at nine tenths of its price`,
  };
}

function factorText({ factor }: BillLine): Text {
  if (!factor) return NOTHING;
  const { active, lagging, leading, standard } = factor;
  const both = leading === null ? number(lagging) : `|${number(lagging)}| + |${number(leading)}|`;
  return {
    zh: `有功 ${number(active)} kWh，无功 ${both} kvarh，标准 ${standard / 100}`,
    en: `Active ${number(active)} kWh, reactive ${both} kvarh, standard ${standard / 100}`,
  };
}

/** Lines whose words are always the same. */
const MADE_OF: Readonly<Record<string, Text>> = {
  spotContract: {
    zh: 'Σ 合约电量 × 合约电价，逐时',
    en: 'Σ contract quantity × contract price, hour by hour',
  },
  spotDayAhead: {
    zh: 'Σ（日前电量 − 合约电量）× 日前电价，逐时',
    en: 'Σ (day-ahead quantity − contract quantity) × day-ahead price, hour by hour',
  },
  capacity: { zh: '协议中的变压器容量', en: 'Capacity of the agreement' },
  stop: {
    zh: '暂停满 15 天：每停一天减收月基本电费的 1/30',
    en: 'Stopped for 15 days or more: a thirtieth of the monthly charge less for each day',
  },
};

/** What a line is made of, in words. */
function inputsOf(line: BillLine, found: FoundBill): Text {
  const { measured, agreed } = found;
  const same = MADE_OF[line.part.startsWith('stop') ? 'stop' : line.part];
  if (same) return same;
  if (isDemand(line)) return demandText(line, found);
  if (line.part === 'powerFactor') return factorText(line);
  if (line.part === 'spotRealTime') {
    const hours = measured.ranges.reduce((sum, { spot }) => sum + spot.length, 0);
    return {
      zh: `Σ（联动电量 − 日前电量）× 实时电价，${hours} 小时`,
      en: `Σ (linked energy − day-ahead quantity) × real-time price, ${hours} hours`,
    };
  }
  const meters = metersOf(measured).length - neverHeardOf(measured).length;
  const those: Text = {
    zh: `${meters} 块表计`,
    en: meters === 1 ? 'One meter' : `${meters} meters`,
  };
  // A part of the month says its dates in its name.
  if (line.days) return those;
  const [since, until] = [measured.month.from, measured.month.to].map((t) => timeAt(agreed.zone, t));
  return { zh: `${those.zh}，${since} 至 ${until}`, en: `${those.en}, ${since} to ${until}` };
}

const isDemand = ({ part }: BillLine): boolean => part === 'actual' || part === 'contract' || part === 'over';

/** The lines of a bill as they are shown. */
export function rowsOf(found: FoundBill, doubtful: readonly DoubtfulLine[]): BillRow[] {
  const { bill, measured } = found;
  const keys = new Set(doubtful.flatMap(({ lines }) => lines));
  return bill.lines.map((line): BillRow => {
    const demand = isDemand(line) ? demandOf(measured, line) : null;
    const peak = demand?.reported.maximum ?? null;
    const entered = /^(capacity|stop|fee)/.test(line.part);
    return {
      key: keyOfLine(line),
      doubtful: keys.has(keyOfLine(line)),
      atLeast: line.part !== 'contract' && peak !== null && isAtLeast(demand),
      item: itemOf(line),
      quantity: line.quantity === null ? null : microToNumber(line.quantity),
      unit: unitOf(line),
      price: line.price === null ? null : microToNumber(line.price),
      amount: yuanOf(line.amount),
      inputs: inputsOf(line, found),
      ...(line.days ? { days: line.days } : {}),
      opens: isDemand(line)
        ? peak && { level: 1 as const, at: peak.from }
        : entered
          ? null
          : { level: 4 as const, at: Math.floor((measured.month.from + measured.month.to) / 2) },
    };
  });
}
