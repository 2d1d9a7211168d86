import type { CostCode, EnergyCode } from '#contract/dataCode.ts';
import { ENERGY } from '#contract/energyType.ts';
import { isCodeShown } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';

/** What can be compared: energies and what they cost (specification 3 sections 3 and 7, data code). */
export type CompareCode = EnergyCode | CostCode;

export const COMPARE_CODES: Readonly<Record<CompareCode, Text>> = {
  PP: { zh: '用能量', en: 'Energy' },
  PP1: { zh: '尖段电量', en: 'Sharp energy' },
  PP2: { zh: '峰段电量', en: 'Peak energy' },
  PP3: { zh: '平段电量', en: 'Flat energy' },
  PP4: { zh: '谷段电量', en: 'Valley energy' },
  PP5: { zh: '深谷段电量', en: 'Deep valley energy' },
  RP: { zh: '反向电量', en: 'Reverse energy' },
  QI: { zh: '感性无功', en: 'Lagging reactive energy' },
  QO: { zh: '容性无功', en: 'Leading reactive energy' },
  CZ: { zh: '费用', en: 'Cost' },
  CZ1: { zh: '尖段费用', en: 'Sharp cost' },
  CZ2: { zh: '峰段费用', en: 'Peak cost' },
  CZ3: { zh: '平段费用', en: 'Flat cost' },
  CZ4: { zh: '谷段费用', en: 'Valley cost' },
  CZ5: { zh: '深谷段费用', en: 'Deep valley cost' },
  RCZ: { zh: '反向收入', en: 'Credit of reverse energy' },
};

const ALL = Object.keys(COMPARE_CODES) as readonly CompareCode[];

/** Compared unless another is chosen (specification 3 section 9). */
export const FIRST_CODE = 'PP' satisfies CompareCode;

/** The code that an address names. */
export const compareCodeOf = (code: string | null): CompareCode =>
  ALL.find((one) => one === code) ?? FIRST_CODE;

/**
 * Other energies than electricity have no tariff periods, no reverse and no reactive register. @param deep the
 * enterprise has deep valley
 */
export const compareCodesFor = (dataType: string | null, deep: boolean): readonly CompareCode[] =>
  dataType === null || dataType === ENERGY.electricity
    ? ALL.filter((code) => isCodeShown(code, deep))
    : ['PP', 'CZ'];

/** The unit of a code where energy has `unit`. */
export const compareUnit = (unit: string, code: CompareCode): string =>
  /^R?CZ/.test(code) ? 'CNY' : code.startsWith('Q') ? 'kvarh' : unit;
