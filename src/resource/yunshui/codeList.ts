import type { CodeList } from '#contract/field.ts';

/** Energies with their own codes: fuels, heat, electricity, and energy-carrying media. */
export const ENERGIES: readonly CodeList[] = [
  { category: 'energyTypeUnit' },
  { category: 'energySubstance' },
];

/** Products and materials: the platform's list and the enterprise's own. */
const PRODUCTS: readonly CodeList[] = [
  { category: 'nonEnergyProduct' },
  { resource: 'materielProduct', code: ['produceNo'], name: 'produceName' },
];

/** What a meter measures. */
export const MEASURED: readonly CodeList[] = [...ENERGIES, ...PRODUCTS];

/** What a collection item may be about, over all its classes. */
export const COLLECTED: readonly CodeList[] = [
  ...MEASURED,
  { category: 'energyEfficiency' },
  { category: 'businessTarget' },
  { category: 'otherData' },
];

/** The lists that a class of collected data takes its energy type from (domain notes 1.2); `0000` is all energy together. */
export const LISTS_OF_CLASS: Readonly<Record<string, readonly CodeList[]>> = {
  '01': [{ category: 'energyTypeUnit' }],
  '02': [{ category: 'energyTypeUnit' }],
  '03': [{ category: 'energySubstance' }],
  '04': PRODUCTS,
  '05': [{ category: 'energyTypeUnit' }],
  '06': [{ category: 'energyTypeUnit' }],
  '07': [{ category: 'energySubstance' }],
  '08': [{ category: 'energyEfficiency' }],
  '09': [{ category: 'businessTarget' }],
  '10': [{ category: 'otherData' }],
};

/** The enterprise's production processes, by their two digits. */
export const PROCESSES: readonly CodeList[] = [
  { resource: 'processConfigure', code: ['processCode'], name: 'processName' },
];

/** The enterprise's process units, by their own two digits. */
export const UNITS: readonly CodeList[] = [
  { resource: 'unitConfigure', code: ['unitCode'], name: 'unitName' },
];

/** The enterprise's process units, by process and unit: four digits. */
export const PROCESS_UNITS: readonly CodeList[] = [
  { resource: 'unitConfigure', code: ['processCode', 'unitCode'], name: 'unitName' },
];

/** The enterprise's collection items, by data code. */
export const ITEMS: readonly CodeList[] = [
  { resource: 'dataCollectConfigure', code: ['dataCode'], name: 'collectItemName' },
];

/** `00` in a data code: not narrowed down to a process, unit or device. */
export const WHOLE_PLANT = { '00': { zh: '全厂', en: 'Whole plant' } };
