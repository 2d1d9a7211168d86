import { defineResource } from '#contract/define.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { FACTOR_AREAS, FACTOR_TYPES } from '#contract/factor.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

/**
 * Factors to standard coal and carbon dioxide that hold for everybody of an area from a date on, with their source;
 * an enterprise's own coefficients stand above them.
 */
export const energyFactor = defineResource({
  name: 'energyFactor',
  area: 'archive',
  label: { zh: '折标与碳因子库', en: 'Energy factors' },
  idName: 'energyFactorId',
  title: 'dataType',
  scope: null,
  order: '-validFrom',
  screen: '/SDNOperationAdmin/SDNEnergyFactor',
  unique: [['dataType', 'factorType', 'areaCode', 'validFrom']],
  fields: {
    dataType: choice('能源类型', 'Energy type', energyTypeOptions),
    factorType: choice('因子类型', 'Factor type', FACTOR_TYPES, { initial: '1' }),
    areaCode: choice('适用地区', 'Area', FACTOR_AREAS, { initial: 'CN' }),
    validFrom: date('生效日期', 'Valid from', { ahead: true }),
    factor: decimal('因子', 'Factor', {
      from: 0,
      to: 1e6,
      decimals: 8,
      help: {
        zh: '每单位能源折合的 kgce 或 kgCO2，如电为每 kWh',
        en: 'kgce or kgCO2 for each unit of the energy, such as a kWh',
      },
    }),
    source: optional(text('依据', 'Source', { max: 120 })),
    remark: remark(),
  },
});
