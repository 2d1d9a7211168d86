import { defineResource } from '#contract/define.ts';
import { energyTypeOptions, ENERGY } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** Which types of energy an organisation uses, with factors of its own where it has them. */
export const consumerEnergyConfig = defineResource({
  name: 'consumerEnergyConfig',
  area: 'archive',
  label: { zh: '企业用能配置', en: 'Energy of organisations' },
  idName: 'consumerEnergyConfigId',
  title: 'orgId',
  unique: [['orgId', 'dataType']],
  screen: '/SDNOperationAdmin/SDNEnergyConfig',
  fields: {
    orgId: reference('组织', 'Organisation', 'org'),
    consumerId: consumerId(),
    dataType: choice('能源类型', 'Energy type', energyTypeOptions, { initial: ENERGY.electricity }),
    coalFactor: optional(decimal('折标煤系数', 'Coal equivalent', { from: 0, unit: 'kgce', decimals: 6 })),
    carbonFactor: optional(decimal('碳排放因子', 'Carbon factor', { from: 0, unit: 'kgCO2', decimals: 6 })),
    ix: integer('排序', 'Order', { initial: 0, hidden: true }),
    state: state(),
    remark: remark(),
  },
});
