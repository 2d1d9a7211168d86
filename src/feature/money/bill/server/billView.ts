import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { NO_SUM, usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { BillView, DoubtfulDay } from '../contract.ts';
import { compareInvoice, type Invoiced } from '../domain/compare.ts';
import { monthNamed } from '../domain/span.ts';
import { agreementsOf, type BilledSpan, billedSpans, bookOf, partiesOf } from './account.ts';
import { type FoundBill, neverHeardOf, partsOf, rowsOf } from './billRows.ts';
import { doubtfulLinesOf } from './doubt.ts';
import { billOfMonth, measure } from './month.ts';

/** Which bill: an account of an enterprise and a settlement month, `2026-01`. */
export interface BillKey {
  readonly consumerId: number;
  readonly measureAccount: string;
  readonly month: string;
}

/** Computes the bill of an account's month. @throws Fault 400 where no agreement holds or nothing was measured */
async function findBill(trx: Db, key: BillKey, now: number): Promise<FoundBill> {
  const { consumerId, measureAccount, month } = key;
  const parties = await partiesOf(trx, await agreementsOf(trx, { consumerId, measureAccount }), now);
  const named = monthNamed(parties, month);
  const book = await bookOf(trx, consumerId);
  const spans = billedSpans(named?.spans ?? [], book);
  const agreed = spans.at(-1)?.agreed;
  if (!named || !agreed)
    throw badInput(
      {
        zh: `户号 ${measureAccount} 在 ${month} 没有生效的电价协议`,
        en: `No agreement holds for account ${measureAccount} in ${month}`,
      },
      'measureAccount',
    );
  const [measured] = await measure(trx, [{ ...named, spans }], book);
  const computed = measured && billOfMonth(measured, book);
  if (!computed)
    throw badInput({ zh: `${month} 没有任何电量数据`, en: `Nothing was measured in ${month}` }, 'month');
  return { ...computed, agreed, measured, book };
}

/** Energy of every day of a settlement month; a day that the settlement cuts is told as far as it lies inside. */
export async function daysOf(trx: Db, { measured }: FoundBill) {
  const found = [];
  for (const { from, to, context: query } of measured.runs) {
    const { zone, signed, expected } = query;
    const days: { date: string; from: number; to: number }[] = [];
    for (let day = zone.localDay(from); zone.startOfDay(day) < to; day++)
      days.push({
        date: dateOfDay(day),
        from: Math.max(from, zone.startOfDay(day)),
        to: Math.min(to, zone.startOfDay(day + 1)),
      });
    const sums = await usageOver(trx, signed, days);
    for (const [i, day] of days.entries()) {
      const sum = sums[i] ?? NO_SUM;
      found.push({ ...day, energy: sum.energy, ...spanAmountOf(sum, day.from, day.to, expected) });
    }
  }
  return found;
}

/** How much of a month is known, and how well: of several objects one after the other by their time. */
async function qualityOf(trx: Db, { measured }: FoundBill): Promise<Pick<BillView, 'coverage' | 'flags'>> {
  const runs = [];
  for (const { from, to, context: query } of measured.runs) {
    const [sum] = await usageOver(trx, query.signed, [{ from, to }]);
    runs.push({ lengthMs: to - from, ...spanAmountOf(sum ?? NO_SUM, from, to, query.expected) });
  }
  const known = runs.flatMap(({ lengthMs, coverage }) =>
    coverage === null ? [] : [{ lengthMs, percentMs: lengthMs * coverage }],
  );
  const allMs = known.reduce((totalMs, one) => totalMs + one.lengthMs, 0);
  const coveredMs = known.reduce((totalMs, one) => totalMs + one.percentMs, 0);
  return {
    coverage: allMs === 0 ? null : Math.floor(coveredMs / allMs),
    flags: [...new Set(runs.flatMap(({ flags }) => flags))],
  };
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
  const { bill, agreed, measured } = found;
  const { month } = measured;
  const [days, doubtfulLines, quality, invoice] = await Promise.all([
    daysOf(trx, found),
    doubtfulLinesOf(trx, found),
    qualityOf(trx, found),
    invoiceOf(trx, key),
  ]);
  const doubtful = days
    .filter(
      (day) =>
        day.from < now && ((day.coverage ?? 100) < 100 || day.flags.some((flag) => flag !== 'measured')),
    )
    .map(({ date, from, coverage, flags }): DoubtfulDay => ({ date, at: from, coverage, flags }));
  const energy = microToNumber(bill.energy);
  const named = (of: (span: BilledSpan) => string): string => [...new Set(month.spans.map(of))].join(' / ');
  const view = {
    measureAccount: agreed.measureAccount,
    orgId: agreed.orgId,
    orgName: named((span) => span.agreed.orgName),
    schemeName: named(({ scheme }) => scheme.schemeName),
    month: month.month,
    from: month.from,
    to: month.to,
    timeZone: agreed.zone.name,
    settlementDay: agreed.rule.day,
    settlementHour: agreed.rule.hour,
    parts: partsOf(measured),
    neverHeard: neverHeardOf(measured),
    unfinished: month.to > now,
    ...quality,
    rows: rowsOf(found, doubtfulLines),
    total: yuanOf(bill.total),
    energy,
    averagePrice: energy === 0 ? null : Math.round((yuanOf(bill.total) / energy) * 1e6) / 1e6,
    demandMissing: found.demandMissing,
    doubtful,
    doubtfulLines,
    invoice: invoice && {
      number: invoice.find((row) => row.invoiceNo)?.invoiceNo ?? null,
      rows: compareInvoice(bill, invoice, doubtful.length),
    },
  };
  return { view, found, days };
}
