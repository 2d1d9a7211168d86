import { defineResource } from '#contract/define.ts';
import { energyTypeOptions, ENERGY } from '#contract/energyType.ts';
import { FACTOR_TYPES } from '#contract/factor.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/**
 * An organisation's own factor to standard coal or carbon dioxide from a date on (specification 1 section 3: orgId,
 * dt, type); it holds for the organisation and all below it that have none of their own.
 */
export const coefficient = defineResource({
  name: 'coefficient',
  area: 'archive',
  label: { zh: '自有折算系数', en: 'Own coefficients' },
  idName: 'coefficientId',
  title: 'orgId',
  order: '-dt',
  screen: '/SDNEquipment/SDNOwnCoefficient',
  unique: [['orgId', 'dataType', 'type', 'dt']],
  fields: {
    orgId: reference('组织', 'Organisation', 'org'),
    consumerId: consumerId(),
    dataType: choice('能源类型', 'Energy type', energyTypeOptions, { initial: ENERGY.electricity }),
    type: choice('系数类型', 'Type', FACTOR_TYPES, { initial: '1' }),
    dt: date('生效日期', 'Valid from', { ahead: true }),
    factor: decimal('系数', 'Coefficient', {
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
