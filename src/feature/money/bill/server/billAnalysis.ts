import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { SettlementMonth } from '#domain/demand/settlement.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { doubtTextOf } from '../domain/doubt.ts';
import { monthsNamed } from '../domain/span.ts';
import { agreementsOf, billedSpans, bookOf, partiesOf } from './account.ts';
import { itemOf, keyOfLine, nameOf, unitOf } from './lineText.ts';
import { billOfMonth, type ComputedBill, measure } from './month.ts';
import { isDoubtful } from './monthFacts.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { NO_SUM, usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import { type AnalysisContext, defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';

interface MonthBill extends ComputedBill {
  readonly month: SettlementMonth;
  readonly account: string;
  readonly schemeName: string;
  /** Demand or power factor rests on incomplete data. */
  readonly doubtful: boolean;
  readonly coverage: number | null;
  readonly flags: AnalysisRow['flags'];
}

/** The bills of the settlement months that have the names of the months asked about. */
async function billsOf(trx: Db, context: AnalysisContext): Promise<MonthBill[]> {
  const { subject, signed, question, expected } = context;
  if (subject.orgId === null) return [];
  const agreements = await agreementsOf(trx, { orgId: subject.orgId });
  const parties = await partiesOf(trx, agreements, expected.now, context);
  const book = await bookOf(trx, subject.consumerId);
  const bills: MonthBill[] = [];
  for (const account of new Set(parties.map((one) => one.measureAccount))) {
    const own = parties.filter((one) => one.measureAccount === account);
    const months = monthsNamed(own, question.begin.slice(0, 7), question.end.slice(0, 7))
      .filter(({ from }) => from < expected.now)
      .map((one) => ({ ...one, spans: billedSpans(one.spans, book) }));
    for (const measured of await measure(trx, months, book)) {
      const computed = billOfMonth(measured, book);
      if (!computed) continue;
      const { month } = measured;
      const [sum] = await usageOver(trx, signed, [month]);
      const { coverage, flags } = spanAmountOf(sum ?? NO_SUM, month.from, month.to, expected);
      const schemeName = [...new Set(month.spans.map(({ scheme }) => scheme.schemeName))].join(' / ');
      bills.push({ ...computed, month, account, schemeName, doubtful: isDoubtful(measured.runs), coverage, flags }); // prettier-ignore
    }
  }
  return bills;
}

const NO_DEMAND: Text = {
  zh: '基本电费：本期没有实测的最大需量',
  en: 'Basic charge: no demand was measured in this time',
};

const totalOf = (scheme: string, demandMissing: boolean): Text => ({
  zh: `合计（${scheme}）${demandMissing ? '，需量部分未知' : ''}`,
  en: `Total (${scheme})${demandMissing ? ', what the demand costs is not known' : ''}`,
});

/** Electricity bill: line by line for every settlement month of the object's accounts. */
export const billAnalysis = defineAnalysis({
  name: 'bill',
  title: { zh: '电费账单', en: 'Electricity bill' },
  permission: 'SDNPowerAudit.SDNPowerBill',
  intervals: [INTERVAL.month],
  find: async (trx, query): Promise<Finding> => {
    const bills = await billsOf(trx, query);
    const total = bills.reduce((sum, one) => sum + one.bill.total, 0n);
    const energy = bills.reduce((sum, one) => sum + one.bill.energy, 0n);
    const average = energy === 0n ? null : yuanOf(total) / microToNumber(energy);
    const rows = bills.flatMap(
      ({
        month,
        account,
        schemeName,
        bill: { lines, total: sum },
        lacking,
        demandMissing,
        doubtful,
        coverage,
        flags,
      }) => {
        const row = (key: string, item: Text, line: BillLine | null, amount: number | null): AnalysisRow => ({
          key: `${account} ${month.month} ${key}`,
          cells: {
            time: month.month,
            account,
            item,
            quantity: line?.quantity == null ? null : microToNumber(line.quantity),
            unit: line ? unitOf(line) : null,
            price: line?.price == null ? null : microToNumber(line.price),
            amount,
          },
          coverage,
          flags: demandMissing || doubtful ? [...new Set([...flags, 'partial' as const])] : flags,
          ...(month.to > query.until ? { unfinished: true } : {}),
          ...(line?.part.startsWith('energy') && wholeMonth(query, month)
            ? { opens: { level: 4, at: month.from } }
            : {}),
        });
        return [
          ...lines.map((line) => row(keyOfLine(line), itemOf(line), line, yuanOf(line.amount))),
          ...(demandMissing ? [row('demand', NO_DEMAND, null, null)] : []),
          ...lacking.map((doubt, i) => row(`lacking${i}`, doubtTextOf(doubt, nameOf(doubt)), null, null)),
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
function wholeMonth({ zone }: AnalysisContext, { from, to }: SettlementMonth): boolean {
  const whole = periodOf(zone, 'month', dateAt(zone, from));
  return whole.from === from && whole.to === to;
}
