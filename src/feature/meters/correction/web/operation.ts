import type { RepairKind } from '../contract.ts';
import type { texts } from './texts.ts';

type Key = keyof typeof texts;

/** Its name, what it does, and what number it takes. */
const WORDS: Readonly<Record<RepairKind, { name: Key; hint: Key; amount: Key | null }>> = {
  register: { name: 'opRegister', hint: 'hintRegister', amount: 'amountValue' },
  energy: { name: 'opEnergy', hint: 'hintEnergy', amount: 'amountValue' },
  shift: { name: 'opShift', hint: 'hintShift', amount: 'amountDelta' },
  scale: { name: 'opScale', hint: 'hintScale', amount: 'amountFactor' },
  interpolate: { name: 'opInterpolate', hint: 'hintInterpolate', amount: null },
  choose: { name: 'opChoose', hint: 'hintChoose', amount: 'amountValue' },
  ignore: { name: 'opIgnore', hint: 'hintIgnore', amount: null },
};

export const nameOf = (kind: RepairKind): Key => WORDS[kind].name;
export const hintOf = (kind: RepairKind): Key => WORDS[kind].hint;
export const amountOf = (kind: RepairKind): Key | null => WORDS[kind].amount;
