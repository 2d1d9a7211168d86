import { ENERGY_TYPE_ORDER } from './energyType.ts';
import type { Text } from './text.ts';

/** Output, raw material, index, coefficient and cost are no energy. */
const NO_ENERGY: ReadonlySet<string> = new Set(['15', '16', '18', '19', '20']);

/** Whether a type is an energy or a medium that can be worth standard coal. */
export const isEnergy = (dataType: string): boolean => !NO_ENERGY.has(dataType);

/** Cooling and compressed air are made of electricity that is counted already. */
const MADE_HERE: ReadonlySet<string> = new Set(['6', '12']);

/** What comprehensive energy counts where nobody says otherwise. */
export const COUNTED_TYPES: readonly string[] = ENERGY_TYPE_ORDER.filter(
  (type) => isEnergy(type) && !MADE_HERE.has(type),
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
