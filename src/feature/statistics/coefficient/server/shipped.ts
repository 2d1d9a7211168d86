import { FACTOR, type FactorType } from '#contract/factor.ts';
import { ENERGY, ENERGY_TYPES } from '#contract/energyType.ts';

/** General rules for calculating comprehensive energy consumption, the standard of coefficients to standard coal. */
const GB2589 = 'GB/T 2589-2020';
/** Guideline of greenhouse gas accounting for industrial enterprises of other trades. */
const GUIDELINE = '工业其他行业企业温室气体排放核算方法与报告指南（试行）';
const GRID_YEAR = '生态环境部、国家统计局 电力二氧化碳排放因子';

interface ShippedFactor {
  readonly dataType: string;
  readonly type: FactorType;
  readonly area: string;
  readonly from: string;
  /** kgce or kgCO2 for a unit of the energy, as a decimal text. */
  readonly factor: string;
  readonly source: string;
}

/** Carbon of electricity from the grid, kgCO2/kWh, by the year that it was told for. */
const ELECTRICITY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  2021: { CN: '0.5568' },
  2022: {
    CN: '0.5366',
    NC: '0.6776',
    NE: '0.5564',
    EC: '0.5617',
    CC: '0.5395',
    NW: '0.5857',
    SC: '0.3869',
    SW: '0.2268',
    12: '0.7041',
    13: '0.7252',
    14: '0.7096',
    15: '0.6849',
    34: '0.6782',
    35: '0.4092',
    45: '0.4044',
    51: '0.1404',
    53: '0.1073',
    63: '0.1567',
  },
  2023: {
    CN: '0.5306',
    NC: '0.6361',
    NE: '0.5122',
    EC: '0.5500',
    CC: '0.5271',
    NW: '0.5543',
    SC: '0.4042',
    SW: '0.2472',
  },
};

const ALWAYS = '2000-01-01';

/** The factors that the product brings along; operators may change them and add others. */
export const SHIPPED_FACTORS: readonly ShippedFactor[] = [
  ...Object.values(ENERGY_TYPES).flatMap(({ value, coal }): ShippedFactor[] =>
    coal === undefined
      ? []
      : [{ dataType: value, type: FACTOR.coal, area: 'CN', from: ALWAYS, factor: coal, source: GB2589 }],
  ),
  ...Object.values(ENERGY_TYPES).flatMap(({ value, carbon }): ShippedFactor[] =>
    carbon === undefined
      ? []
      : [
          {
            dataType: value,
            type: FACTOR.carbon,
            area: 'CN',
            from: ALWAYS,
            factor: carbon,
            source: GUIDELINE,
          },
        ],
  ),
  ...Object.entries(ELECTRICITY).flatMap(([year, areas]) =>
    Object.entries(areas).map(([area, factor]): ShippedFactor => ({
      dataType: ENERGY.electricity,
      type: FACTOR.carbon,
      area,
      from: `${year}-01-01`,
      factor,
      source: `${GRID_YEAR} ${year}`,
    })),
  ),
];
