import { PERIODS, type Period } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import type { DoubtPart } from '../contract.ts';

const UNITS: Readonly<Record<string, string>> = { capacity: 'kVA', actual: 'kW', contract: 'kW', over: 'kW' };
const isStop = ({ part }: Pick<BillLine, 'part'>): boolean => part.startsWith('stop');

/** What a line is known by within its bill. */
export const keyOfLine = ({ part, days }: BillLine): string => `${part}${days?.since ?? ''}`;

/** The unit of a line's quantity. */
export const unitOf = (line: BillLine): string =>
  line.part === 'powerFactor' || line.part.startsWith('fee')
    ? ''
    : isStop(line)
      ? 'kVA'
      : (UNITS[line.part] ?? 'kWh');

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

const DOUBT_PARTS: Readonly<Record<DoubtPart, Text>> = {
  energy: { zh: '电度电费', en: 'Energy charge' },
  demand: { zh: '基本电费', en: 'Basic charge' },
  powerFactor: { zh: '力调电费（未计）', en: 'Power-factor adjustment, left out' },
  terms: { zh: '协议、方案与费用', en: 'Agreements, schemes and fees' },
};

/** What a doubt is about whose line is left out of the bill. */
export const partText = (part: DoubtPart): Text => DOUBT_PARTS[part];

/** What a line is about. */
export function nameOf({ part, name }: Pick<BillLine, 'part' | 'name'>): Text {
  if (name !== undefined) return { zh: name, en: name };
  if (isStop({ part })) return { zh: '暂停容量减收', en: 'Stopped capacity' };
  const known = PARTS[part];
  if (known) return known;
  const period = PERIODS[Number(part.slice(-1)) as Period];
  return part.startsWith('spotFixed')
    ? { zh: `${period.zh}段电量（固定价部分）`, en: `${period.en} energy, fixed share` }
    : { zh: `${period.zh}段电量`, en: `${period.en} energy` };
}

/**
 * A line in words: of a part of the month with its dates and how many days count, the power-factor adjustment with the
 * factor found and its percentage.
 */
export function itemOf(line: BillLine): Text {
  const { zh, en } = nameOf(line);
  const rate =
    line.percent === undefined
      ? ''
      : ` ${((line.factor?.found ?? 0) / 100).toFixed(2)} → ${String(line.percent / 100).replace('-', '−')}%`;
  if (!line.days) return { zh: `${zh}${rate}`, en: `${en}${rate}` };
  const { since, until, days, of } = line.days;
  return {
    zh: `${zh}${rate}（${since} 至 ${until}，${days}/${of} 天）`,
    en: `${en}${rate}, ${since} to ${until} (${days} of ${of} days)`,
  };
}
