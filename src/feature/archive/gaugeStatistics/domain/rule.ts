import type { Text } from '#contract/text.ts';
import type { GaugeLevel } from '../contract.ts';

/** What GB 17167 asks for a kind of energy. */
interface Rule {
  readonly name: Text;
  /** First two digits of the energy's code in list 8. */
  readonly codes: readonly string[];
  /** Least percent of meters at levels 1, 2, 3. */
  readonly least: readonly [number | null, number | null, number | null];
  /** Limit of error in percent. */
  readonly asked: number;
}

/** Kinds of energy with the least allocation and the accuracy that GB 17167 asks for (domain notes 2.1). */
const RULES: readonly Rule[] = [
  { name: { zh: '电力', en: 'Electricity' }, codes: ['33'], least: [100, 100, 95], asked: 1 },
  { name: { zh: '煤炭、焦炭', en: 'Coal and coke' }, codes: ['01', '06', '07', '08', '09', '10'], least: [100, 100, 90], asked: 0.5 }, // prettier-ignore
  { name: { zh: '煤气', en: 'Coal gas' }, codes: ['11', '12', '13', '14'], least: [100, 90, 80], asked: 2 },
  { name: { zh: '天然气', en: 'Natural gas' }, codes: ['15', '16', '17'], least: [100, 100, 90], asked: 2 },
  {
    name: { zh: '原油、重油', en: 'Crude and heavy oil' },
    codes: ['18', '22', '30'],
    least: [100, 100, 90],
    asked: 1,
  },
  { name: { zh: '成品油', en: 'Refined oil' }, codes: ['19', '20', '21', '25', '26', '27', '28', '31'], least: [100, 100, 95], asked: 0.5 }, // prettier-ignore
  {
    name: { zh: '液化石油气', en: 'Liquefied petroleum gas' },
    codes: ['23', '24'],
    least: [100, 100, 90],
    asked: 2,
  },
  { name: { zh: '热力、蒸汽', en: 'Heat and steam' }, codes: ['32'], least: [100, 80, 70], asked: 2.5 },
  { name: { zh: '可回收利用的余能', en: 'Recovered energy' }, codes: ['34', '35', '36', '37', '38'], least: [90, 80, null], asked: 2.5 }, // prettier-ignore
];

/** Water and other media have codes of their own list; GB 17167 asks for water 100, 95, 80. */
const MEDIUM = { least: [100, 95, 80] as const, asked: 2.5 };

const ruleOf = (energyCode: string): Rule | undefined =>
  RULES.find((rule) => rule.codes.includes(energyCode.slice(0, 2)));

/** Least percent of meters of an energy at a level, or null. */
export function leastOf(energyCode: string, level: GaugeLevel): number | null {
  const index = Number(level) - 1;
  if (index > 2) return null;
  return (ruleOf(energyCode)?.least ?? MEDIUM.least)[index] ?? null;
}

/** The limit of error in percent that meters of an energy must keep. */
export const askedOf = (energyCode: string): number => (ruleOf(energyCode) ?? MEDIUM).asked;

/** What an energy is called where the lists have no name for it. */
export const kindOf = (energyCode: string): Text =>
  ruleOf(energyCode)?.name ?? { zh: energyCode, en: energyCode };
