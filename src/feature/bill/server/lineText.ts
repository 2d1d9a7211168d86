import { PERIODS, type Period } from '#contract/periodRule.ts';
import type { Text } from '#contract/text.ts';
import type { BillLine } from '#domain/tariff/bill.ts';

const UNITS: Readonly<Record<string, string>> = { capacity: 'kVA', actual: 'kW', contract: 'kW', over: 'kW' };

/** The unit of a line's quantity. */
export const unitOf = ({ part }: BillLine): string =>
  part === 'powerFactor' || part.startsWith('fee') ? '' : (UNITS[part] ?? 'kWh');

const PARTS: Readonly<Record<string, Text>> = {
  energy0: { zh: '未分时电量（按平段）', en: 'Energy in no period (flat price)' },
  spotFixed0: { zh: '未分时电量（固定价部分）', en: 'Energy in no period, fixed share' },
  spotContract: { zh: '中长期合约电费', en: 'Long-term contract' },
  spotDayAhead: { zh: '日前偏差电费', en: 'Day-ahead deviation' },
  spotRealTime: { zh: '实时偏差电费', en: 'Real-time deviation' },
  capacity: { zh: '基本电费（容量）', en: 'Basic charge, capacity' },
  actual: { zh: '基本电费（最大需量）', en: 'Basic charge, actual demand' },
  contract: { zh: '基本电费（合同需量）', en: 'Basic charge, contract demand' },
  over: { zh: '超合同需量（加倍）', en: 'Above the contract demand, twice the price' },
  powerFactor: { zh: '力调电费', en: 'Power-factor adjustment' },
  funds: { zh: '政府性基金及附加', en: 'Government funds' },
  reverse: { zh: '反向电量收入', en: 'Credit of reverse energy' },
};

function nameOf({ part, name }: BillLine): Text {
  if (name !== undefined) return { zh: name, en: name };
  const known = PARTS[part];
  if (known) return known;
  const period = PERIODS[Number(part.slice(-1)) as Period];
  return part.startsWith('spotFixed')
    ? { zh: `${period.zh}段电量（固定价部分）`, en: `${period.en} energy, fixed share` }
    : { zh: `${period.zh}段电量`, en: `${period.en} energy` };
}

/** A line in words; the power-factor adjustment with the factor found and its percentage. */
export function itemOf(line: BillLine, powerFactor: number | null): Text {
  const name = nameOf(line);
  if (line.since !== undefined)
    return { zh: `${name.zh}（${line.since} 起）`, en: `${name.en}, prices from ${line.since}` };
  if (line.percent === undefined) return name;
  const rate = `${((powerFactor ?? 0) / 100).toFixed(2)} → ${String(line.percent / 100).replace('-', '−')}%`;
  return { zh: `${name.zh} ${rate}`, en: `${name.en} ${rate}` };
}
