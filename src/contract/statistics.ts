import { ENERGY_TYPE_ORDER, ENERGY_TYPES, energyTypeOf } from './energyType.ts';
import type { Text } from './text.ts';

/** Whether a type is an energy or a medium that can have an equivalent in standard coal. */
export const isEnergy = (dataType: string): boolean => energyTypeOf(dataType).noEnergy !== true;

/** What comprehensive energy counts where nobody says otherwise. */
export const COUNTED_TYPES: readonly string[] = ENERGY_TYPE_ORDER.filter(
  (type) => isEnergy(type) && ENERGY_TYPES[type].made !== true,
);

/** Columns that a statistic can show beside its rows' names and energies. */
export const STATISTIC_COLUMNS = {
  types: { zh: '各能源用量', en: 'Each energy' },
  coal: { zh: '综合能耗（标准煤）', en: 'Comprehensive energy' },
  carbon: { zh: '碳排放', en: 'Carbon' },
  share: { zh: '占比', en: 'Share' },
  change: { zh: '环比、同比', en: 'Changes' },
} as const satisfies Readonly<Record<string, Text>>;
export type StatisticColumn = keyof typeof STATISTIC_COLUMNS;

/** Columns that a printed report can have. */
export const FORM_COLUMNS = {
  types: STATISTIC_COLUMNS.types,
  coal: STATISTIC_COLUMNS.coal,
  carbon: STATISTIC_COLUMNS.carbon,
  share: STATISTIC_COLUMNS.share,
} as const satisfies Readonly<Record<string, Text>>;

/** What a statistic is held against. */
export const COMPARISONS = {
  monthOnMonth: { zh: '环比', en: 'The previous period' },
  yearOnYear: { zh: '同比', en: 'The year before' },
} as const satisfies Readonly<Record<string, Text>>;
export type Comparison = keyof typeof COMPARISONS;
