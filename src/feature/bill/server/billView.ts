import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { dateOfDay } from '#domain/calendar/dayFact.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { methodText } from '#domain/demand/ruleText.ts';
import { type SettlementMonth, settlementMonths } from '#domain/demand/settlement.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import type { Zone } from '#domain/time/zone.ts';
import { spanAmountOf } from '#feature/overview/domain/amount.ts';
import { askAbout, type Asked, dateAt } from '#feature/overview/server/public.ts';
import { NO_SUM, priceRows, queryableOf, usageOver } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { BillRow, BillView, DoubtfulDay, DoubtfulLine } from '../contract.ts';
import { compareInvoice, type Invoiced } from '../domain/compare.ts';
import { type Agreement, agreementsOf, feesOf, schemesOf } from './account.ts';
import { doubtfulLinesOf, keyOf } from './doubt.ts';
import { itemOf, unitOf } from './lineText.ts';
import { type Arrangement, billOfMonth, type ComputedBill, measure, type Measured } from './month.ts';
import { monthFacts } from './monthFacts.ts';

/** Which bill: an account of an enterprise and a settlement month, `2026-01`. */
export interface BillKey {
  readonly consumerId: number;
  readonly measureAccount: string;
  readonly month: string;
}

/** A bill with everything that it was made of. */
export interface FoundBill extends ComputedBill {
  readonly agreed: Agreement;
  readonly terms: Arrangement;
  readonly asked: Asked;
  readonly measured: Measured;
}

/** The settlement month of a name under an account's settlement. */
export function monthNamed(zone: Zone, { day, hour }: Agreement, month: string): SettlementMonth | undefined {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  const around = { from: zone.startOfDate(year, number - 1), to: zone.startOfDate(year, number + 2) };
  return settlementMonths(zone, { day, hour }, around).find((one) => one.month === month);
}

/** Computes the bill of an account's month. @throws Fault 400 where no agreement holds or nothing was measured */
export async function findBill(trx: Db, key: BillKey, now: number): Promise<FoundBill> {
  const { consumerId, measureAccount, month } = key;
  const none = badInput(
    {
      zh: `户号 ${measureAccount} 在 ${month} 没有生效的电价协议`,
      en: `No agreement holds for account ${measureAccount} in ${month}`,
    },
    'measureAccount',
  );
  const ever = { begin: '1990-01-01', end: '2200-01-01' };
  const wider = await agreementsOf(trx, { consumerId, measureAccount }, ever);
  const [any] = wider;
  if (!any) throw none;
  const asked = await askAbout(trx, { orgId: any.orgId, dataType: '1' }, now);
  const { zone } = asked;
  const found = wider.flatMap((agreed) => {
    const own = monthNamed(zone, agreed, month);
    if (!own) return [];
    const first = dateAt(zone, own.from);
    return agreed.begin <= first && (agreed.end === null || agreed.end >= first) ? [{ agreed, own }] : [];
  })[0];
  if (!found) throw none;
  const { agreed, own } = found;
  const subject = agreed.orgId === any.orgId ? asked : await askAbout(trx, { orgId: agreed.orgId, dataType: '1' }, now); // prettier-ignore
  const [schemes, rows, fees] = await Promise.all([
    schemesOf(trx, consumerId),
    priceRows(queryableOf(trx), consumerId),
    feesOf(trx, consumerId),
  ]);
  const scheme = schemes.get(agreed.planId);
  if (!scheme) throw none;
  const terms = { scheme, rows, fees, capacity: agreed.capacity, contractDemand: agreed.contractDemand };
  const facts = await monthFacts(trx, subject, [own], scheme);
  const [measured] = await measure(trx, zone, subject.signed, [own], terms, facts);
  const computed = measured && billOfMonth(measured, terms, zone);
  if (!computed)
    throw badInput({ zh: `${month} 没有任何电量数据`, en: `Nothing was measured in ${month}` }, 'month');
  return { ...computed, agreed, terms, asked: subject, measured };
}

/** Energy of every day of a settlement month; a day that the settlement cuts is told as far as it lies inside. */
export async function daysOf(trx: Db, { asked, measured }: FoundBill) {
  const { zone, signed, expected } = asked;
  const { from, to } = measured.month;
  const days = [];
  for (let day = zone.localDay(from); zone.startOfDay(day) < to; day++)
    days.push({
      date: dateOfDay(day),
      from: Math.max(from, zone.startOfDay(day)),
      to: Math.min(to, zone.startOfDay(day + 1)),
    });
  const sums = await usageOver(trx, signed, days);
  return days.map((day, i) => {
    const sum = sums[i] ?? NO_SUM;
    return { ...day, energy: sum.energy, ...spanAmountOf(sum, day.from, day.to, expected) };
  });
}

const clockOf = (zone: Zone, t: number): string => {
  const { hour, minute } = zone.local(t);
  return `${dateAt(zone, t)} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

/** The end of a stretch, without its date where that is the one of its begin. */
const toClock = (zone: Zone, { from, to }: Range): string =>
  clockOf(zone, to).slice(dateAt(zone, from) === dateAt(zone, to) ? 11 : 0);

/** Whether a month's maximum demand may have been higher than it is told. */
const isAtLeast = ({ facts, peak }: Measured): boolean =>
  peak !== null && (peak.proven || (facts.demand?.told.hiding.length ?? 0) > 0);

const number = (micro: bigint | null): string =>
  micro === null ? '--' : microToNumber(micro).toLocaleString('en-US');

function inputsOf(
  line: BillLine,
  { measured, asked, agreed, bill, lagging, leading, terms }: FoundBill,
): Text {
  const { peak } = measured;
  switch (line.part) {
    case 'actual':
    case 'contract':
    case 'over': {
      const when = peak ? `${clockOf(asked.zone, peak.from)}–${toClock(asked.zone, peak)}` : '--';
      const value = number(peak?.demand ?? null);
      const declared = agreed.contractDemand ?? '--';
      const how = methodText(measured.facts.demand?.rule.slip ?? null);
      const least = isAtLeast(measured) ? { zh: '至少 ', en: 'at least ' } : { zh: '', en: '' };
      const proven = peak?.proven
        ? { zh: '（表底差证实）', en: ' (proven by registers)' }
        : { zh: '', en: '' };
      return {
        zh: `最大需量 ${least.zh}${value} kW${proven.zh}，${when}，${how.zh}${line.part === 'actual' ? '' : `；合同需量 ${declared} kW，超过其 105% 的部分加倍`}`,
        en: `Maximum demand ${least.en}${value} kW${proven.en}, ${when}, ${how.en}${line.part === 'actual' ? '' : `; declared ${declared} kW, above 105% of it twice the price`}`,
      };
    }
    case 'powerFactor': {
      const summed = terms.scheme.reactive !== '2' && leading !== null;
      const both = summed ? `|${number(lagging)}| + |${number(leading)}|` : number(lagging);
      return {
        zh: `有功 ${number(bill.energy)} kWh，无功 ${both} kvarh，标准 ${Number(terms.scheme.factorStandard) / 100}`,
        en: `Active ${number(bill.energy)} kWh, reactive ${both} kvarh, standard ${Number(terms.scheme.factorStandard) / 100}`,
      };
    }
    case 'spotContract':
      return { zh: 'Σ 合约电量 × 合约电价，逐时', en: 'Σ contract quantity × contract price, hour by hour' };
    case 'spotDayAhead':
      return {
        zh: 'Σ（日前电量 − 合约电量）× 日前电价，逐时',
        en: 'Σ (day-ahead quantity − contract quantity) × day-ahead price, hour by hour',
      };
    case 'spotRealTime':
      return {
        zh: `Σ（联动电量 − 日前电量）× 实时电价，${measured.spot.length} 小时`,
        en: `Σ (linked energy − day-ahead quantity) × real-time price, ${measured.spot.length} hours`,
      };
    case 'capacity':
      return { zh: '协议中的变压器容量', en: 'Capacity of the agreement' };
    default: {
      const meters = asked.signed.length - asked.subject.neverHeard.length;
      return line.quantity === null
        ? { zh: '', en: '' }
        : {
            zh: `${meters} 块表计，${clockOf(asked.zone, measured.month.from)} 至 ${clockOf(asked.zone, measured.month.to)}`,
            en: `${meters === 1 ? 'One meter' : `${meters} meters`}, ${clockOf(asked.zone, measured.month.from)} to ${clockOf(asked.zone, measured.month.to)}`,
          };
    }
  }
}

/** The lines of a bill as they are shown. */
export function rowsOf(found: FoundBill, doubtful: readonly DoubtfulLine[]): BillRow[] {
  const { bill, measured } = found;
  const keys = new Set(doubtful.flatMap(({ lines }) => lines));
  return bill.lines.map((line): BillRow => {
    const demand = line.part === 'actual' || line.part === 'contract' || line.part === 'over';
    const { peak } = measured;
    return {
      key: keyOf(line),
      doubtful: keys.has(keyOf(line)),
      atLeast: demand && line.part !== 'contract' && isAtLeast(measured),
      item: itemOf(line, bill.powerFactor),
      quantity: line.quantity === null ? null : microToNumber(line.quantity),
      unit: unitOf(line),
      price: line.price === null ? null : microToNumber(line.price),
      amount: yuanOf(line.amount),
      inputs: inputsOf(line, found),
      opens: demand
        ? peak && { level: 1 as const, at: peak.from }
        : line.part === 'capacity' || line.part.startsWith('fee')
          ? null
          : { level: 4 as const, at: Math.floor((measured.month.from + measured.month.to) / 2) },
    };
  });
}

/** The invoice of an account's month as it was entered; null where none was. */
async function invoiceOf(trx: Db, { consumerId, measureAccount, month }: BillKey) {
  const { rows } = await sql<Invoiced & { invoiceNo: string | null }>`
    select id, item, quantity::float8 as quantity, unit_price::float8 as "unitPrice", amount::float8 as amount,
      invoice_no as "invoiceNo"
    from price_invoice where consumer_id = ${consumerId} and measure_account = ${measureAccount}
      and to_char(month, 'YYYY-MM') = ${month} order by id`.execute(trx);
  return rows.length === 0 ? null : rows;
}

/** A bill with what it is made of, and the invoice beside it. */
export async function viewOf(
  trx: Db,
  key: BillKey,
  now: number,
): Promise<{ view: Omit<BillView, 'issued'>; found: FoundBill; days: Awaited<ReturnType<typeof daysOf>> }> {
  const found = await findBill(trx, key, now);
  const { bill, agreed, asked, measured, terms } = found;
  const { month } = measured;
  const [days, doubtfulLines, sum, invoice] = await Promise.all([
    daysOf(trx, found),
    doubtfulLinesOf(trx, found),
    usageOver(trx, asked.signed, [month]),
    invoiceOf(trx, key),
  ]);
  const doubtful = days
    .filter(
      (day) =>
        day.from < now && ((day.coverage ?? 100) < 100 || day.flags.some((flag) => flag !== 'measured')),
    )
    .map(({ date, from, coverage, flags }): DoubtfulDay => ({ date, at: from, coverage, flags }));
  const { coverage, flags } = spanAmountOf(sum[0] ?? NO_SUM, month.from, month.to, asked.expected);
  const energy = microToNumber(bill.energy);
  const view = {
    measureAccount: agreed.measureAccount,
    orgId: agreed.orgId,
    orgName: agreed.orgName,
    schemeName: terms.scheme.schemeName,
    month: month.month,
    from: month.from,
    to: month.to,
    timeZone: asked.zone.name,
    settlementDay: agreed.day,
    settlementHour: agreed.hour,
    unfinished: month.to > now,
    coverage,
    flags,
    rows: rowsOf(found, doubtfulLines),
    total: yuanOf(bill.total),
    energy,
    averagePrice: energy === 0 ? null : Math.round((yuanOf(bill.total) / energy) * 1e6) / 1e6,
    demandMissing: found.demandMissing,
    doubtful,
    doubtfulLines,
    neverHeard: asked.subject.neverHeard,
    invoice: invoice && {
      number: invoice.find((row) => row.invoiceNo)?.invoiceNo ?? null,
      rows: compareInvoice(bill, invoice, doubtful.length),
    },
  };
  return { view, found, days };
}
