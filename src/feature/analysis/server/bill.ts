import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { type SettlementMonth, settlementMonths } from '#domain/demand/settlement.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import {
  type Agreement,
  agreementsOf,
  billOfMonth,
  type ComputedBill,
  feesOf,
  isDoubtful,
  itemOf,
  measure,
  monthFacts,
  schemesOf,
  unitOf,
} from '#feature/bill/server/public.ts';
import { dateAt, periodOf } from '#feature/overview/domain/period.ts';
import { spanAmountOf } from '#feature/overview/domain/amount.ts';
import { NO_SUM, priceRows, queryableOf, type StretchSum } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisRow, Finding } from '../contract.ts';
import type { AskedAnalysis } from './ask.ts';
import { defineAnalysis } from './defineAnalysis.ts';

/** The settlement months of an agreement in the range; a month belongs to the agreement in force on its first day. */
function monthsOf({ zone, range, expected }: AskedAnalysis, agreed: Agreement): SettlementMonth[] {
  return settlementMonths(zone, { day: agreed.day, hour: agreed.hour }, range).filter(({ from }) => {
    const first = dateAt(zone, from);
    return from < expected.now && agreed.begin <= first && (agreed.end === null || agreed.end >= first);
  });
}

interface MonthBill extends ComputedBill {
  readonly month: SettlementMonth;
  readonly agreed: Agreement;
  readonly schemeName: string;
  /** Demand or power factor rests on incomplete data. */
  readonly doubtful: boolean;
  readonly coverage: number | null;
  readonly flags: AnalysisRow['flags'];
}

async function billsOf(trx: Db, asked: AskedAnalysis): Promise<MonthBill[]> {
  const { subject, question, signed, zone, expected } = asked;
  if (subject.orgId === null) return [];
  const agreements = await agreementsOf(trx, { orgId: subject.orgId }, question);
  if (agreements.length === 0) return [];
  const schemes = await schemesOf(trx, subject.consumerId);
  const fees = await feesOf(trx, subject.consumerId);
  const rows = await priceRows(queryableOf(trx), subject.consumerId);
  const bills: MonthBill[] = [];
  for (const agreed of agreements) {
    const scheme = schemes.get(agreed.planId);
    if (!scheme) continue;
    const terms = { scheme, rows, fees, capacity: agreed.capacity, contractDemand: agreed.contractDemand };
    const months = monthsOf(asked, agreed);
    const facts = await monthFacts(trx, asked, months, scheme);
    for (const measured of await measure(trx, zone, signed, months, terms, facts)) {
      const computed = billOfMonth(measured, terms, zone);
      if (!computed) continue;
      const { month, sums } = measured;
      const { coverage, flags } = spanAmountOf(joined(sums), month.from, month.to, expected);
      const doubtful = isDoubtful(measured.facts);
      bills.push({ ...computed, month, agreed, schemeName: scheme.schemeName, doubtful, coverage, flags });
    }
  }
  return bills;
}

/** Sums of the parts of a month as one. */
const joined = (sums: readonly StretchSum[]): StretchSum =>
  sums.reduce(
    (all, sum) => ({
      energy: all.energy === null ? sum.energy : all.energy + (sum.energy ?? 0n),
      coveredS: all.coveredS + sum.coveredS,
      known: Math.max(all.known, sum.known),
      flags: all.flags | sum.flags,
    }),
    NO_SUM,
  );

const NO_DEMAND: Text = {
  zh: '基本电费：本期没有实测的最大需量',
  en: 'Basic charge: no demand was measured in this time',
};

const totalOf = (scheme: string, demandMissing: boolean): Text => ({
  zh: `合计（${scheme}）${demandMissing ? '，需量部分未知' : ''}`,
  en: `Total (${scheme})${demandMissing ? ', what the demand costs is not known' : ''}`,
});

/** Electricity bill: line by line for every settlement month of the object's accounts. */
export const bill = defineAnalysis({
  name: 'bill',
  title: { zh: '电费账单', en: 'Electricity bill' },
  permission: 'SDNPowerAudit.SDNPowerBill',
  intervals: ['501'],
  find: async (trx, asked): Promise<Finding> => {
    const bills = await billsOf(trx, asked);
    const total = bills.reduce((sum, one) => sum + one.bill.total, 0n);
    const energy = bills.reduce((sum, one) => sum + one.bill.energy, 0n);
    const average = energy === 0n ? null : yuanOf(total) / microToNumber(energy);
    const rows = bills.flatMap(
      ({
        month,
        agreed,
        schemeName,
        bill: { lines, total: sum, powerFactor },
        demandMissing,
        doubtful,
        coverage,
        flags,
      }) => {
        const row = (key: string, item: Text, line: BillLine | null, amount: number | null): AnalysisRow => ({
          key: `${agreed.measureAccount} ${month.month} ${key}`,
          cells: {
            time: month.month,
            account: agreed.measureAccount,
            item,
            quantity: line?.quantity == null ? null : microToNumber(line.quantity),
            unit: line ? unitOf(line) : null,
            price: line?.price == null ? null : microToNumber(line.price),
            amount,
          },
          coverage,
          flags: demandMissing || doubtful ? [...new Set([...flags, 'partial' as const])] : flags,
          ...(month.to > asked.until ? { unfinished: true } : {}),
          ...(line?.part.startsWith('energy') && wholeMonth(asked, month)
            ? { opens: { level: 4, at: month.from } }
            : {}),
        });
        return [
          ...lines.map((line) =>
            row(`${line.part}${line.since ?? ''}`, itemOf(line, powerFactor), line, yuanOf(line.amount)),
          ),
          ...(demandMissing ? [row('demand', NO_DEMAND, null, null)] : []),
          row('total', totalOf(schemeName, demandMissing), null, yuanOf(sum)),
        ];
      },
    );
    return {
      figures: [
        { key: 'total', label: { zh: '电费合计', en: 'Total' }, value: bills.length > 0 ? yuanOf(total) : null, kind: 'amount', unit: 'CNY' }, // prettier-ignore
        { key: 'energy', label: { zh: '电量合计', en: 'Energy' }, value: bills.length > 0 ? microToNumber(energy) : null, kind: 'amount', unit: 'kWh' }, // prettier-ignore
        { key: 'average', label: { zh: '平均电价', en: 'Average price' }, value: average, kind: 'amount', unit: 'CNY/kWh' }, // prettier-ignore
      ],
      columns: [
        { key: 'time', label: { zh: '结算月', en: 'Settlement month' }, kind: 'clock' },
        { key: 'account', label: { zh: '户号', en: 'Account' }, kind: 'text' },
        { key: 'item', label: { zh: '项目', en: 'Item' }, kind: 'text' },
        { key: 'quantity', label: { zh: '数量', en: 'Quantity' }, kind: 'amount', unit: '' },
        { key: 'unit', label: { zh: '单位', en: 'Unit' }, kind: 'text' },
        { key: 'price', label: { zh: '单价（元）', en: 'Price (yuan)' }, kind: 'price' },
        { key: 'amount', label: { zh: '金额', en: 'Amount' }, kind: 'amount', unit: 'CNY' },
      ],
      rows,
    };
  },
});

/** Whether a settlement month is a calendar month, whose bucket can be opened. */
function wholeMonth({ zone }: AskedAnalysis, { from, to }: SettlementMonth): boolean {
  const whole = periodOf(zone, 'month', dateAt(zone, from));
  return whole.from === from && whole.to === to;
}
