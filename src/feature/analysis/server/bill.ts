import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import { PERIODS, type Period } from '#contract/periodRule.ts';
import { microToNumber, textToMicro } from '#domain/decimal/decimal.ts';
import { type SettlementMonth, settlementMonths } from '#domain/demand/settlement.ts';
import type { BasicCharge } from '#domain/tariff/basicCharge.ts';
import { type Bill, type BillLine, billOf } from '#domain/tariff/bill.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import type { FactorStandard } from '#domain/tariff/powerFactor.ts';
import { dateAt, periodOf } from '#feature/overview/domain/period.ts';
import { spanAmountOf } from '#feature/overview/domain/amount.ts';
import { energiesOver, peakOf } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisRow, Finding } from '../contract.ts';
import type { AskedAnalysis } from './ask.ts';
import { defineAnalysis } from './defineAnalysis.ts';

/** An agreement with its scheme: prices are decimal texts. */
interface Agreed {
  readonly measureAccount: string;
  readonly begin: string;
  readonly end: string | null;
  readonly capacity: string | null;
  readonly contractDemand: string | null;
  readonly schemeName: string;
  readonly price1: string;
  readonly price2: string;
  readonly price3: string;
  readonly price4: string;
  readonly fundPrice: string | null;
  readonly basicCharge: string;
  readonly capacityPrice: string | null;
  readonly demandPrice: string | null;
  readonly factorStandard: string;
  readonly reactive: string;
  readonly day: number;
  readonly hour: number;
}

/** The agreements of the object, as far as their dates touch the range. */
async function agreementsOf(trx: Db, { subject, question }: AskedAnalysis): Promise<Agreed[]> {
  const { rows } = await sql<Agreed>`
    select a.measure_account as "measureAccount", a.begin_dt::text as begin, a.end_dt::text as end,
      a.capacity::text, a.contract_demand::text as "contractDemand", s.scheme_name as "schemeName",
      s.price1::text, s.price2::text, s.price3::text, s.price4::text, s.fund_price::text as "fundPrice",
      s.basic_charge as "basicCharge", s.capacity_price::text as "capacityPrice", s.demand_price::text as "demandPrice",
      s.factor_standard as "factorStandard", s.reactive,
      coalesce(m.settlement_day, c.settlement_day) as day, coalesce(m.settlement_hour, c.settlement_hour) as hour
    from price_agreement a join price_scheme s on s.id = a.plan_id
      join consumer c on c.id = a.consumer_id left join monitor_site m on m.id = a.org_id
    where a.org_id = ${subject.orgId} and a.begin_dt <= ${question.end}::date
      and coalesce(a.end_dt, 'infinity') >= ${question.begin}::date
    order by a.measure_account, a.begin_dt`.execute(trx);
  return rows;
}

const micro = (text: string | null): bigint => (text === null ? 0n : textToMicro(text));

/** The settlement months of an agreement in the range; a month belongs to the agreement in force on its first day. */
function monthsOf({ zone, range, expected }: AskedAnalysis, agreed: Agreed): SettlementMonth[] {
  return settlementMonths(zone, { day: agreed.day, hour: agreed.hour }, range).filter(({ from }) => {
    const first = dateAt(zone, from);
    return from < expected.now && agreed.begin <= first && (agreed.end === null || agreed.end >= first);
  });
}

/** The basic charge as far as it is known: a demand that was never measured is not one of 0. */
function basicOf(agreed: Agreed, demand: bigint | null): BasicCharge {
  const price = micro(agreed.demandPrice);
  switch (agreed.basicCharge) {
    case '1':
      return { kind: 'capacity', kva: micro(agreed.capacity), price: micro(agreed.capacityPrice) };
    case '2':
      return demand === null ? { kind: 'none' } : { kind: 'actual', demand, price };
    case '3':
      return { kind: 'contract', demand: demand ?? 0n, declared: micro(agreed.contractDemand), price };
    default:
      return { kind: 'none' };
  }
}

const magnitude = (value: bigint | null): bigint => (value === null ? 0n : value < 0n ? -value : value);

interface MonthBill {
  readonly month: SettlementMonth;
  readonly agreed: Agreed;
  readonly bill: Bill;
  /** The maximum demand that the basic charge needs was never measured: the total is without it. */
  readonly demandMissing: boolean;
  readonly coverage: number | null;
  readonly flags: AnalysisRow['flags'];
}

async function billsOf(trx: Db, asked: AskedAnalysis): Promise<MonthBill[]> {
  const bills: MonthBill[] = [];
  for (const agreed of await agreementsOf(trx, asked)) {
    const months = monthsOf(asked, agreed);
    const sums = await energiesOver(trx, asked.signed, months);
    for (const [i, month] of months.entries()) {
      const sum = sums[i];
      if (!sum || sum.energy === null) continue;
      const { energies, energy } = sum;
      const demands = agreed.basicCharge === '2' || agreed.basicCharge === '3';
      const peak = demands ? await peakOf(trx, asked.signed, month) : null;
      const parts = ([1, 2, 3, 4] as const).map((period) => energies[`PP${period}`] ?? 0n);
      const [one = 0n, two = 0n, three = 0n, four = 0n] = parts;
      const lead = agreed.reactive === '2' ? 0n : magnitude(energies.QO);
      const bill = billOf({
        energies: { 1: one, 2: two, 3: three, 4: four, 0: energy - one - two - three - four },
        prices: {
          1: micro(agreed.price1),
          2: micro(agreed.price2),
          3: micro(agreed.price3),
          4: micro(agreed.price4),
        },
        basic: basicOf(agreed, peak?.demand ?? null),
        funds: micro(agreed.fundPrice),
        powerFactor:
          agreed.factorStandard === '0' || (energies.QI === null && energies.QO === null)
            ? null
            : {
                standard: Number(agreed.factorStandard) as FactorStandard,
                reactive: magnitude(energies.QI) + lead,
              },
      });
      const { coverage, flags } = spanAmountOf(sum, month.from, month.to, asked.expected);
      const demandMissing = demands && peak === null;
      bills.push({ month, agreed, bill, demandMissing, coverage, flags });
    }
  }
  return bills;
}

const UNITS: Readonly<Record<string, string>> = { capacity: 'kVA', actual: 'kW', contract: 'kW', over: 'kW' };
const unitOf = ({ part }: BillLine): string => (part === 'powerFactor' ? '' : (UNITS[part] ?? 'kWh'));

const PARTS: Readonly<Record<string, Text>> = {
  energy0: { zh: '未分时电量（按平段）', en: 'Energy in no period (flat price)' },
  capacity: { zh: '基本电费（容量）', en: 'Basic charge, capacity' },
  actual: { zh: '基本电费（最大需量）', en: 'Basic charge, actual demand' },
  contract: { zh: '基本电费（合同需量）', en: 'Basic charge, contract demand' },
  over: { zh: '超合同需量（加倍）', en: 'Above the contract demand, twice the price' },
  powerFactor: { zh: '力调电费', en: 'Power-factor adjustment' },
  funds: { zh: '政府性基金及附加', en: 'Government funds' },
};

function nameOf({ part }: BillLine): Text {
  const known = PARTS[part];
  if (known) return known;
  const period = PERIODS[Number(part.slice(-1)) as Period];
  return { zh: `${period.zh}段电量`, en: `${period.en} energy` };
}

const NO_DEMAND: Text = {
  zh: '基本电费：本期没有实测的最大需量',
  en: 'Basic charge: no demand was measured in this time',
};

const totalOf = (scheme: string, demandMissing: boolean): Text => ({
  zh: `合计（${scheme}）${demandMissing ? '，需量部分未知' : ''}`,
  en: `Total (${scheme})${demandMissing ? ', what the demand costs is not known' : ''}`,
});

/** A line in words; the power-factor adjustment with the factor found and its percentage. */
function itemOf(line: BillLine, powerFactor: number | null): Text {
  const name = nameOf(line);
  if (line.percent === undefined) return name;
  const rate = `${((powerFactor ?? 0) / 100).toFixed(2)} → ${line.percent / 100}%`;
  return { zh: `${name.zh} ${rate}`, en: `${name.en} ${rate}` };
}

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
      ({ month, agreed, bill: { lines, total: sum, powerFactor }, demandMissing, coverage, flags }) => {
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
          flags: demandMissing ? [...flags, 'partial'] : flags,
          ...(month.to > asked.until ? { unfinished: true } : {}),
          ...(line?.part.startsWith('energy') && wholeMonth(asked, month)
            ? { opens: { level: 4, at: month.from } }
            : {}),
        });
        return [
          ...lines.map((line) => row(line.part, itemOf(line, powerFactor), line, yuanOf(line.amount))),
          ...(demandMissing ? [row('demand', NO_DEMAND, null, null)] : []),
          row('total', totalOf(agreed.schemeName, demandMissing), null, yuanOf(sum)),
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
